# Completion of daruma's words in fish: the program itself says what fits.

function __daruma_complete
    set -l typed (commandline -opc) (commandline -ct)
    for line in ($typed[1] complete $typed[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end

complete -c daruma -f -a '(__daruma_complete)'

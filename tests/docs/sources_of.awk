# Writes the sources that a page shows into `folder`, and prints their paths:
#   awk -v root=PROJECT -v folder=FOLDER -f sources_of.awk PAGE
#
# A fenced block is a source if its first line is a comment with the source's path. With ", at the end" behind the path
# its other lines are added to the project's file of that path; with ", after: TEXT" they follow the first line that has
# the text, with ", in place of: TEXT" they replace it. Blocks with other words behind the path are left out.
/^```/ && inside { end(); inside = 0; next }
/^```/ { inside = 1; lines = 0; path = ""; next }
inside && lines++ == 0 && match($0, /^\/\/ [a-z0-9_\/-]+\.[a-z]+/) {
  path = substr($0, 4, RLENGTH - 3)
  place = substr($0, RLENGTH + 1)
  text = (place == "" ? $0 "\n" : "")
  if (place != "" && place != ", at the end" && place !~ /^, (after|in place of): /) path = ""
  next
}
inside { text = text $0 "\n" }

function end() {
  if (path == "") return
  if (place != "") text = with_lines(root "/" path)
  target = folder "/" path
  parent = target
  sub(/\/[^\/]*$/, "", parent)
  system("mkdir -p '" parent "'")
  printf "%s", text >target
  close(target)
  print target
}

# The project's file, and the block's lines in their place.
function with_lines(file,   line, all, added, anchor, is_place) {
  anchor = place
  sub(/^[^:]*: /, "", anchor)
  while ((getline line <file) > 0) {
    is_place = place != ", at the end" && !added && index(line, anchor)
    if (!is_place || place !~ /^, in place of: /) all = all line "\n"
    if (is_place) {
      all = all text
      added = 1
    }
  }
  close(file)
  if (place == ", at the end") return all text
  if (!added) {
    print FILENAME ": " file " has no line with " anchor >"/dev/stderr"
    exit 1
  }
  return all
}

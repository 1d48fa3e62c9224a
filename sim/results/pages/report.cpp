#include "sim/results/pages/report.hpp"

#include <map>

namespace daruma::pages {

namespace {

Markup tabbed(const Part& part) {
  Markup html;
  html.begin("article").element("h2", part.title).add(part.answer);
  html.begin("nav", {{"role", "tablist"}});
  for (const auto& [name, content] : part.sections)
    html.element("button", name, {{"type", "button"}, {"role", "tab"}, {"data-section", name}});
  html.end();
  for (const auto& [name, content] : part.sections)
    html.begin("section", {{"data-section", name}}).element("h3", name).add(content).end();
  if (!part.footer.is_empty()) html.begin("footer").add(part.footer).end();
  html.end();
  return html;
}

} // namespace

std::string page(const std::string& page_template, const std::string& title, const std::vector<Part>& parts) {
  Markup content;
  for (const Part& part : parts) content.add(tabbed(part));
  const std::map<std::string, std::string> fillings{{"{{title}}", escaped(title)}, {"{{content}}", content.html()}};
  std::string filled;
  std::size_t done = 0;
  for (std::size_t gap = page_template.find("{{"); gap != std::string::npos; gap = page_template.find("{{", done)) {
    const std::size_t end = page_template.find("}}", gap) + 2;
    filled += page_template.substr(done, gap - done) + fillings.at(page_template.substr(gap, end - gap));
    done = end;
  }
  return filled + page_template.substr(done);
}

} // namespace daruma::pages

// Runs before the first paint, so that neither a wrong theme nor a wrong direction ever flashes.
// A classic script of the own origin: the Content-Security-Policy allows no inline one.
;(() => {
  const page = document.documentElement
  try {
    const read = (key) => (localStorage.getItem(key) ?? "").replaceAll('"', "")
    const theme = read("theme") === "light" ? "light" : "dark"
    const language = read("language") || "en"
    page.dataset.theme = theme
    page.lang = { chs: "zh-Hans", cht: "zh-Hant" }[language] ?? language
    page.dir = language === "ar" ? "rtl" : "ltr"
    if (theme === "light") document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#f2f0ea")
  } catch {
    // Storage may be forbidden; the page keeps the defaults of its markup.
  }
})()

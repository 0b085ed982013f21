// Runs before the first paint, so that no wrong theme, direction, language or screen ever flashes, and starts the app
// after it. A classic script of the own origin: the policy allows no inline one.
;(() => {
  const PAINTED_WITHIN_MS = 200
  const AGAIN_MS = 1_000
  // A script that fails more often than this is worth a word; one that comes with the next try is not.
  const SILENT_FAILURES = 1
  // A native program around the page may speak before the app listens: what it says waits (src/adapters/bridge/host.ts).
  const EARLY_MAX = 1_000
  const early = []
  const hear = (message) => {
    if (early.push(message) > EARLY_MAX) early.shift()
  }
  const hearEvent = ({ data }) => hear(data)
  window.sightlineReceive ??= hear
  window.chrome?.webview?.addEventListener("message", hearEvent)
  window.sightlineEarly = {
    messages: early,
    stop: () => window.chrome?.webview?.removeEventListener("message", hearEvent),
  }
  const page = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key) ?? ""
    } catch {
      // Storage may be forbidden; the page keeps the defaults of its markup.
      return ""
    }
  }
  const given = (name) => JSON.parse(document.currentScript?.dataset[name] ?? "{}")
  const texts = given("texts")
  const files = given("files")

  // What is stored may be no language at all, and a word that no language can have would end this script.
  const language = /^[a-z]{2,3}$/.exec(read("language"))?.[0] ?? "en"
  const isLight = read("theme") === "light"
  const isSignedIn = read("user") !== ""

  const start = isSignedIn || read("skipLogin") === "true" ? "/devices" : "/signin"
  const routes = new Map(Object.entries(given("routes")))
  const address = location.pathname === "/" ? start : (routes.get(location.pathname)?.to ?? location.pathname)
  // The page of one item has the path of its list before it.
  const list = address.replace(/\/[^/]+$/, "")
  const path = !routes.has(address) && routes.get(list)?.item !== undefined ? list : address
  const { frame, home = path, isLinked = false } = routes.get(path) ?? {}

  // A browser that reads one of our languages has nothing to translate, and what it would translate is names. Of others
  // the person may want it.
  const offered = Object.keys(texts).map((code) => ({ chs: "zh", cht: "zh" })[code] ?? code)
  const reads = navigator.languages.map((tag) => tag.split("-")[0])
  if (offered.length > 0 && !reads.some((tag) => offered.includes(tag))) page.removeAttribute("translate")

  page.dataset.theme = isLight ? "light" : "dark"
  page.lang = { chs: "zh-Hans", cht: "zh-Hant" }[language] ?? language
  if (frame !== undefined) page.dataset.opening = frame
  page.dir = language === "ar" ? "rtl" : "ltr"
  if (isLight) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#f2f0ea")

  // The first word about languages makes the browser read its tables. It does so now, while the style sheet is on its way.
  Intl.DateTimeFormat.supportedLocalesOf([page.lang])

  const fetchAhead = (href) => {
    const kind = href.endsWith(".woff2") ? { rel: "preload", as: "font", type: "font/woff2" } : { rel: "modulepreload" }
    document.head.append(Object.assign(document.createElement("link"), kind, { crossOrigin: "anonymous", href }))
  }
  const wanted = () => {
    const names = ["start", language, frame ?? "none", path].filter((name) => Object.hasOwn(files, name))
    return new Set(names.flatMap((name) => files[name]))
  }

  const own = Object.hasOwn(texts, language) ? texts[language] : {}
  // The bar of a phone has fewer links: there a page is marked at the one that it belongs to.
  const isCurrent = (link) => link.dataset.at === (isLinked && link.closest(".tabs") === null ? path : home)
  const place = (element) => {
    const { frame: of, at, for: whom, text } = element.dataset
    const isLink = element.tagName === "A"
    if (of !== undefined && of !== frame) element.remove()
    else if (at !== undefined && at !== path && !isLink) element.remove()
    else if (whom !== undefined && whom !== (isSignedIn ? "member" : "guest")) element.remove()
    else if (isLink && isCurrent(element)) element.setAttribute("aria-current", "page")
    if (text !== undefined && element.textContent !== (own[text] ?? element.textContent))
      element.textContent = own[text]
  }
  /* Called for what the parser has made before anything of it is painted. */
  const watch = new MutationObserver(() => {
    for (const element of document.querySelectorAll("body :is([data-frame], [data-at], [data-for], [data-text])"))
      place(element)
  })
  watch.observe(page, { childList: true, subtree: true })

  // Scripts are fetched once this is painted, all at the same time, because on a slow network they would hold up the
  // paint. Each runs in a task of its own, so that a slow machine answers in between.
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  // Until they are here no app can say that one did not arrive: it is asked for again, and the page says so.
  const sayNotLoaded = (is) => document.getElementById("not-loaded")?.toggleAttribute("hidden", !is)
  const load = async (file, failures = 0) => {
    sayNotLoaded(failures > SILENT_FAILURES)
    try {
      await import(file)
    } catch {
      await pause(AGAIN_MS)
      await load(file, failures + 1)
    }
  }
  const begin = async () => {
    for (const file of files.start ?? []) {
      await load(file)
      sayNotLoaded(false)
      await pause(0)
    }
  }
  let hasBegun = false
  const beginOnce = () => {
    if (hasBegun) return
    hasBegun = true
    wanted().forEach(fetchAhead)
    void begin()
  }
  document.addEventListener("DOMContentLoaded", () => {
    watch.disconnect()
    document.querySelector("#not-loaded button")?.addEventListener("click", () => location.reload())
    requestAnimationFrame(() => setTimeout(beginOnce))
    // A tab in the background is not painted at all.
    setTimeout(beginOnce, PAINTED_WITHIN_MS)
  })
})()

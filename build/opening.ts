import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { Plugin, Rolldown } from "vite"
import { seenTicks, TICKS_WIDTH, unseenTicks } from "../src/app/ui/horizonTicks.ts"
import { pageIcons } from "../src/app/ui/pageIcons.ts"
import { allPages, redirects } from "../src/domain/values/routes.ts"

/**
 * The content of `index.html` until the app starts. The page has the English texts and the frames of the screens. This
 * plugin adds the drawings, the texts in the other languages and the names of the scripts, for `public/first-paint.js`.
 */

type Texts = Readonly<Record<string, unknown>>

const textAt = (texts: Texts, key: string): string => {
  const found = key.split(".").reduce<unknown>((at, part) => (at instanceof Object ? Reflect.get(at, part) : at), texts)
  if (typeof found !== "string") throw new Error(`index.html shows the text ${key}, which the locales do not have`)
  return found
}

const readLocales = (root: string): ReadonlyMap<string, Texts> =>
  new Map(
    globSync("locales/*.json", { cwd: root }).map((file) => [
      basename(file, ".json"),
      JSON.parse(readFileSync(join(root, file), "utf8")),
    ]),
  )

const shown = (key: string, english: Texts): string => `data-text="${key}">${textAt(english, key)}`

/** The links of the main layout, as `Navigation` draws them. */
const links = (english: Texts, on: readonly unknown[]): string =>
  allPages
    .map(({ path, label, icon, link, needsAccount }) => {
      if (!on.includes(link) || label === undefined || icon === undefined) return ""
      const drawn = renderToStaticMarkup(createElement(pageIcons[icon], { className: "i", "aria-hidden": true }))
      const whom = needsAccount === true ? ' data-for="member"' : ""
      return `<a href="${path}" data-at="${path}"${whom}>${drawn}<span class="lab" ${shown(label, english)}</span></a>`
    })
    .join("")

const headings = (english: Texts): string =>
  allPages
    .map(({ path, heading }) => (heading === undefined ? "" : `<h1 data-at="${path}" ${shown(heading, english)}</h1>`))
    .join("")

const drawings = (english: Texts): Readonly<Record<string, string>> => ({
  "far ticks":
    `<svg class="far" width="${TICKS_WIDTH}" height="24" aria-hidden="true">` +
    `<path class="hi" d="${seenTicks}"/><path class="lo" d="${unseenTicks}"/></svg>`,
  mark:
    '<svg class="mark flip" viewBox="0 0 28 16" aria-hidden="true"><circle cx="8" cy="8" r="6"/><path d="M14 8h6"/>' +
    '<circle cx="24" cy="8" r="3" fill="currentColor" stroke="none"/></svg>',
  info:
    '<svg class="g c-off l" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6"/>' +
    '<path class="hole" d="M8 7.4v3.4M8 5.1v.01" stroke-width="1.7" stroke-linecap="round"/></svg>',
  links: links(english, ["side", "all"]),
  tabs: links(english, ["all"]),
  headings: headings(english),
})

const textShown = /data-text="([^"]+)"[^>]*>([^<]*)</g

/** The texts of the page in every language except English, which is in the page. */
export const openingTexts = (html: string, locales: ReadonlyMap<string, Texts>): Readonly<Record<string, object>> => {
  const keys = new Set<string>()
  for (const [, key = "", text] of html.matchAll(textShown)) {
    keys.add(key)
    const english = textAt(locales.get("en") ?? {}, key)
    if (text !== english) throw new Error(`index.html shows "${text}" for ${key}, which is "${english}"`)
  }
  const textsOf = (texts: Texts) => Object.fromEntries([...keys].map((key) => [key, textAt(texts, key)]))
  return Object.fromEntries([...locales].map(([code, texts]) => [code, code === "en" ? {} : textsOf(texts)]))
}

const fonts = (bundle: Rolldown.OutputBundle, name: RegExp): readonly string[] =>
  Object.values(bundle).flatMap(({ fileName }) => (name.test(fileName) ? [`/${fileName}`] : []))

type Chunk = Rolldown.OutputChunk

/** The scripts of a later part of the build, in the order of their imports. */
const scriptsOf = (chunks: readonly Chunk[], part: string): readonly string[] => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = (files: readonly string[], seen: Set<string>): Set<string> => {
    for (const file of files) {
      if (seen.has(file)) continue
      reached(byFile.get(file)?.imports ?? [], seen)
      seen.add(file)
    }
    return seen
  }
  const named = (name: string) => chunks.filter((chunk) => chunk.name === name).map(({ fileName }) => fileName)
  const atStart = reached(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    new Set(),
  )
  return [...reached(named(part), new Set())].filter((file) => !atStart.has(file)).map((file) => `/${file}`)
}

/** The further files for each language, frame and address that the page does not name. */
const openingFiles = (bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> => {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk")
  const locales = chunks.flatMap((chunk) => {
    const code = /\/locales\/(\w+)\.json$/.exec(chunk.facadeModuleId ?? "")?.[1]
    return code === undefined ? [] : [[code, [`/${chunk.fileName}`]] as const]
  })
  return {
    ...Object.fromEntries(locales),
    ar: [...(locales.find(([code]) => code === "ar")?.[1] ?? []), ...fonts(bundle, /arabic-arabic/)],
    engine: scriptsOf(chunks, "engine"),
    overlays: scriptsOf(chunks, "overlays"),
    main: scriptsOf(chunks, "devices"),
    none: scriptsOf(chunks, "pages"),
    ...Object.fromEntries(allPages.map(({ path, script }) => [path, scriptsOf(chunks, script)])),
  }
}

/** The facts about each page that `first-paint.js` needs. */
const routes = {
  ...Object.fromEntries(
    allPages.map(({ path, frame, home, item, link }) => [path, { frame, home, item, ...(link && { isLinked: true }) }]),
  ),
  ...Object.fromEntries(Object.entries(redirects).map(([path, to]) => [path, { to }])),
}

const attribute = (name: string, value: object): string =>
  `data-${name}="${JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`

const moduleScript = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g
const styleSheet = /\s*<link rel="stylesheet"[^>]*>/
const comment = /\s*<!--[\s\S]*?-->/g
const frames = /<!-- frames -->[\s\S]*<!-- \/frames -->/
const FIRST_PAINT = '<script src="/first-paint.js"'
const firstPaintElement = /<script src="\/first-paint\.js"[^>]*><\/script>/

/**
 * The served page: complete, without comments, with the script names for `first-paint.js`, which loads them. The style
 * sheet loads at once, but comes after that script, which would otherwise wait for it.
 */
const complete = (html: string, bundle: Rolldown.OutputBundle, locales: ReadonlyMap<string, Texts>): string => {
  if (!html.includes(FIRST_PAINT)) throw new Error("index.html does not begin with first-paint.js")
  const drawn = Object.entries(drawings(locales.get("en") ?? {})).reduce(
    (page, [name, drawing]) => page.replaceAll(`<!-- ${name} -->`, drawing),
    html,
  )
  const start = Array.from(drawn.matchAll(moduleScript), ([, file]) => file)
  const texts = attribute("texts", openingTexts(drawn, locales))
  const files = attribute("files", { start, ...openingFiles(bundle) })
  const table = attribute("routes", routes)
  const styles = drawn.match(styleSheet)?.[0] ?? ""
  const ahead = [
    styles.trim().replace('rel="stylesheet"', 'rel="preload" as="style"'),
    ...fonts(bundle, /geist-latin-wght/).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin />`,
    ),
  ]
  return drawn
    .replace(moduleScript, "")
    .replace(styles, "")
    .replace(comment, "")
    .replace(FIRST_PAINT, () => `${FIRST_PAINT} ${texts} ${files} ${table}`)
    .replace(firstPaintElement, (script) => [...ahead, script, styles.trim()].join("\n    "))
}

/** Completes the page. In `vite serve`, where scripts add the styles, the page has no frames. */
export const opening = (): Plugin => {
  let root = ""
  return {
    name: "sightline:opening",
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) =>
        bundle === undefined ? html.replace(frames, "") : complete(html, bundle, readLocales(root)),
    },
  }
}

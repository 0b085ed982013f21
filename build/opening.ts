import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { Plugin, Rolldown } from "vite"
import { seenTicks, TICKS_WIDTH, unseenTicks } from "../src/app/ui/horizonTicks.ts"

/**
 * What `index.html` shows before the app is here. The page carries the English texts and the frames of the screens; this
 * adds the drawings, the same texts in the other languages and the names of the scripts to fetch, for
 * `public/first-paint.js`.
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

const icon = (shape: string): string =>
  `<svg class="i" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" ` +
  `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shape}</svg>`

/** The links of the main layout, with the icons that `src/app/ui/icons.ts` names. */
const links = [
  {
    to: "/devices",
    text: "layout.devices",
    shape:
      '<rect width="20" height="14" x="2" y="3" rx="2"/><line x1="8" x2="16" y1="21" y2="21"/><line x1="12" x2="12" y1="17" y2="21"/>',
  },
  {
    to: "/account",
    text: "layout.account",
    shape: '<path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2"/><circle cx="12" cy="7" r="4"/>',
  },
  {
    to: "/help-center",
    text: "layout.helpCenter",
    shape: '<circle cx="12" cy="12" r="10"/><path d="M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5"/><path d="M12 17h.01"/>',
  },
  {
    to: "/settings",
    text: "layout.settings",
    shape: '<path d="M14 17H5"/><path d="M19 7h-9"/><circle cx="17" cy="17" r="3"/><circle cx="7" cy="7" r="3"/>',
  },
]

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
  links: links
    .map(
      ({ to, text, shape }) =>
        `<a href="${to}" data-at="${to}">${icon(shape)}<span class="lab" data-text="${text}">${textAt(english, text)}</span></a>`,
    )
    .join(""),
})

const shown = /data-text="([^"]+)"[^>]*>([^<]*)</g

/** The texts of the page in every language but English, which the page has. */
export const openingTexts = (html: string, locales: ReadonlyMap<string, Texts>): Readonly<Record<string, object>> => {
  const keys = new Set<string>()
  for (const [, key = "", text] of html.matchAll(shown)) {
    keys.add(key)
    const english = textAt(locales.get("en") ?? {}, key)
    if (text !== english) throw new Error(`index.html shows "${text}" for ${key}, which is "${english}"`)
  }
  const textsOf = (texts: Texts) => Object.fromEntries([...keys].map((key) => [key, textAt(texts, key)]))
  return Object.fromEntries([...locales].map(([code, texts]) => [code, code === "en" ? {} : textsOf(texts)]))
}

const fonts = (bundle: Rolldown.OutputBundle, name: RegExp): readonly string[] =>
  Object.values(bundle).flatMap(({ fileName }) => (name.test(fileName) ? [`/${fileName}`] : []))

/** What each language, frame and address needs beside what the page names itself. */
export const openingFiles = (bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> => {
  const files = Object.values(bundle)
  /** In this order, in which they run one after the other. */
  const scripts = (...names: readonly string[]) =>
    names.flatMap((name) =>
      files.flatMap((file) => (file.type === "chunk" && file.name === name ? [`/${file.fileName}`] : [])),
    )
  const locales = files.flatMap((file) => {
    const code = file.type === "chunk" ? /\/locales\/(\w+)\.json$/.exec(file.facadeModuleId ?? "")?.[1] : undefined
    return code === undefined ? [] : [[code, [`/${file.fileName}`]] as const]
  })
  const main = scripts("effect", "domain", "controls", "devices")
  const other = scripts("forms", "pages")
  return {
    ...Object.fromEntries(locales.map(([code, file]) => [code, file])),
    ar: [...(locales.find(([code]) => code === "ar")?.[1] ?? []), ...fonts(bundle, /arabic-arabic/)],
    engine: scripts("effect", "domain", "storage", "engine"),
    overlays: scripts("effect", "domain", "storage", "controls", "forms", "overlays"),
    main,
    none: [...scripts("effect", "domain", "controls"), ...other],
    ...Object.fromEntries(["/signup", "/reset-password"].map((path) => [path, [...scripts("controls"), ...other]])),
    ...Object.fromEntries(["/account", "/help-center", "/settings"].map((path) => [path, other])),
  }
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
 * The page as it is served: complete, without comments, with the scripts of the app named for `first-paint.js`, which
 * starts them. The style sheet is fetched at once and stands after that script, which would wait for it otherwise.
 */
export const complete = (html: string, bundle: Rolldown.OutputBundle, locales: ReadonlyMap<string, Texts>): string => {
  if (!html.includes(FIRST_PAINT)) throw new Error("index.html does not begin with first-paint.js")
  const drawn = Object.entries(drawings(locales.get("en") ?? {})).reduce(
    (page, [name, drawing]) => page.replaceAll(`<!-- ${name} -->`, drawing),
    html,
  )
  const start = Array.from(drawn.matchAll(moduleScript), ([, file]) => file)
  const texts = attribute("texts", openingTexts(drawn, locales))
  const files = attribute("files", { start, ...openingFiles(bundle) })
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
    .replace(FIRST_PAINT, () => `${FIRST_PAINT} ${texts} ${files}`)
    .replace(firstPaintElement, (script) => [...ahead, script, styles.trim()].join("\n    "))
}

/** Completes the page. In `vite serve`, where styles come by script, it has no frames. */
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

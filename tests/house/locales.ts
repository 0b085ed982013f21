/** Compares the texts of the languages: same keys, same placeholders, every plural form of the language. */

/** The file name, and the tag for rules of plurals and numbers. */
export const LANGUAGES = {
  en: "en",
  chs: "zh-Hans",
  cht: "zh-Hant",
  ja: "ja",
  ko: "ko",
  de: "de",
  fr: "fr",
  it: "it",
  es: "es",
  pt: "pt",
  ar: "ar",
} as const

export const GROUPS = ["common", "auth", "layout", "devices", "dialog", "pages"]

/** Texts by dotted key. */
export type FlatTexts = ReadonlyMap<string, string>

/** Throws an Error naming the key when a leaf is no string. */
export function flatten(value: unknown, prefix = ""): FlatTexts {
  const texts = new Map<string, string>()
  if (typeof value !== "object" || value === null) throw new Error(`${prefix || "the file"} is no object of texts`)
  for (const [name, entry] of Object.entries(value)) {
    const key = prefix === "" ? name : `${prefix}.${name}`
    if (typeof entry === "string") texts.set(key, entry)
    else for (const [inner, text] of flatten(entry, key)) texts.set(inner, text)
  }
  return texts
}

const PLURAL_SUFFIX = /_(?:zero|one|two|few|many|other)$/

export function pluralCategories(tag: string): ReadonlyArray<string> {
  return new Intl.PluralRules(tag).resolvedOptions().pluralCategories
}

/** Keys with a count: English has a form `one` and a form `other`. */
function countedKeys(english: FlatTexts): ReadonlySet<string> {
  return new Set(
    [...english.keys()]
      .filter((key) => key.endsWith("_other"))
      .map((key) => key.replace(PLURAL_SUFFIX, ""))
      .filter((base) => english.has(`${base}_one`)),
  )
}

function baseOf(key: string, counted: ReadonlySet<string>): string {
  const base = key.replace(PLURAL_SUFFIX, "")
  return counted.has(base) ? base : key
}

/**
 * The keys that a language must have: all its plural forms, and `_zero` where English has it (i18next uses that form
 * for 0 in any language). Each key comes with the English key of the same meaning.
 */
export function expectedKeys(english: FlatTexts, tag: string): ReadonlyMap<string, string> {
  const counted = countedKeys(english)
  const expected = new Map<string, string>()
  for (const key of english.keys()) {
    const base = baseOf(key, counted)
    if (base === key) expected.set(key, key)
    else
      for (const category of new Set([...pluralCategories(tag), ...(english.has(`${base}_zero`) ? ["zero"] : [])])) {
        const same = `${base}_${category}`
        expected.set(same, english.has(same) ? same : `${base}_other`)
      }
  }
  return expected
}

/** The names in `{{name}}` and `{{name, format}}`, and the tags of a text with markup. */
function placeholders(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => `{{${name}}}`)
  const tags = [...text.matchAll(/<\/?(\w+)\s*\/?>/g)].map(([tag]) => tag)
  return new Set([...names, ...tags])
}

function placeholdersByBase(texts: FlatTexts, counted: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  for (const [key, text] of texts) {
    const base = baseOf(key, counted)
    found.set(base, new Set([...(found.get(base) ?? []), ...placeholders(text)]))
  }
  return new Map([...found].map(([base, names]) => [base, [...names].sort().join(" ")]))
}

/** The differences of a language from English, one line each. */
export function localeViolations(
  name: string,
  tag: string,
  texts: FlatTexts,
  english: FlatTexts,
): ReadonlyArray<string> {
  const expected = expectedKeys(english, tag)
  const counted = countedKeys(english)
  const own = placeholdersByBase(texts, counted)
  const theirs = placeholdersByBase(english, counted)
  return [
    ...[...expected.keys()].filter((key) => !texts.has(key)).map((key) => `${name} lacks ${key}`),
    ...[...texts.keys()].filter((key) => !expected.has(key)).map((key) => `${name} has ${key}, which English has not`),
    ...[...texts].filter(([, text]) => text.trim() === "").map(([key]) => `${name} has an empty ${key}`),
    ...[...own]
      .filter(([base, names]) => theirs.has(base) && theirs.get(base) !== names)
      .map(([base, names]) => `${name} has placeholders [${names}] in ${base}, English [${theirs.get(base)}]`),
  ]
}

/** English groups outside the six, and missing ones of the six. */
export function groupViolations(name: string, texts: FlatTexts): ReadonlyArray<string> {
  const groups = new Set([...texts.keys()].map((key) => key.split(".")[0] ?? ""))
  return [
    ...GROUPS.filter((group) => !groups.has(group)).map((group) => `${name} lacks the group ${group}`),
    ...[...groups].filter((group) => !GROUPS.includes(group)).map((group) => `${name} has an unknown group ${group}`),
  ]
}

/**
 * The texts of a language as a nested object in English order: completed from English, and without keys that English
 * lacks.
 */
export function completed(tag: string, texts: FlatTexts, english: FlatTexts): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [key, source] of expectedKeys(english, tag)) {
    const path = key.split(".")
    const last = path.pop() ?? key
    let node = root
    for (const part of path) {
      const next: Record<string, unknown> = { ...(isRecord(node[part]) ? node[part] : {}) }
      node[part] = next
      node = next
    }
    node[last] = texts.get(key) ?? english.get(source) ?? ""
  }
  return root
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Texts with these words that never show in the program, by reason. */
const OF_BROWSERS: Readonly<Record<string, readonly string[]>> = {
  "the program has one page": [
    "auth.signIn.elsewhere",
    "layout.banner.storageBlocked",
    "layout.banner.storageBlockedBody",
    "layout.banner.storageErased",
    "layout.banner.storageErasedBody",
    "layout.banner.newerLogBody",
    "layout.banner.updatedElsewhere",
    "layout.banner.lockHangs",
    "layout.banner.lockHangsBody",
    "layout.unkept.blocked",
  ],
  "its page comes from the loopback, with an engine that has locks": [
    "auth.signIn.fault.blocked",
    "layout.banner.insecureBody",
    "layout.banner.noLocks",
    "layout.banner.noLocksBody",
    "layout.palette.reason.noLocks",
  ],
  "its bridge is inside": [
    "layout.bridge.fullPermission",
    "layout.banner.bridgeForbidden",
    "devices.steps.appBody",
    "pages.network.none.title",
    "pages.network.forbidden.title",
  ],
}

/** Texts of the program about a browser or a tab, which the program does not have. */
export function browserWords(english: FlatTexts): readonly string[] {
  const unread = new Set(Object.values(OF_BROWSERS).flat())
  const isOfBrowser = (key: string) => /\b(?:browser|tab)s?\b/i.test(english.get(key) ?? "")
  const shown = [...english.keys()].filter((key) => !key.endsWith("InProgram"))
  return [
    ...shown.filter((key) => isOfBrowser(english.has(`${key}InProgram`) ? `${key}InProgram` : key) && !unread.has(key)),
    ...[...unread].filter((key) => !isOfBrowser(key)).map((key) => `${key} is in the list and speaks of no browser`),
    ...[...english.keys()]
      .filter((key) => key.endsWith("InProgram") && !isOfBrowser(key.replace(/InProgram$/, "")))
      .map((key) => `${key} takes the place of a text that speaks of no browser`),
  ]
}

/** Dotted names in quotes, templates of such names with a filled-in part, and words that can fill such a part. */
const QUOTED = /"([\w.]+)"/g
const TEMPLATE = /`([\w.]+\.[^`\s]*\$\{[^`\s]*)`/g
const FILLED_IN = /\\\$\\\{.*?\\\}/g
const WORD = /["'](\w+)["']|\b(\w+)\??:/g

/**
 * English keys that no source names, neither whole nor by a template with `${…}`. A part of a template can be any word
 * that some source has in quotes or as a property name.
 */
export function unusedKeys(english: FlatTexts, sources: readonly string[]): readonly string[] {
  const counted = countedKeys(english)
  const whole = new Set(sources.flatMap((source) => [...source.matchAll(QUOTED)].map(([, key]) => key)))
  const words = new Set(
    sources.flatMap((source) => [...source.matchAll(WORD)].map(([, quoted, named]) => quoted ?? named ?? "")),
  )
  const templates = new Set(sources.flatMap((source) => [...source.matchAll(TEMPLATE)].map(([, text = ""]) => text)))
  const patterns = [...templates].map((text) => new RegExp(`^${RegExp.escape(text).replace(FILLED_IN, "([\\w.]+)")}$`))
  const becomes = (pattern: RegExp, key: string) =>
    pattern
      .exec(key)
      ?.slice(1)
      .flatMap((part) => part.split("."))
      .every((part) => words.has(part)) ?? false
  const isUsed = (key: string) => whole.has(key) || patterns.some((pattern) => becomes(pattern, key))
  return [...english.keys()].filter((key) => !isUsed(baseOf(key.replace(/InProgram$/, ""), counted)))
}

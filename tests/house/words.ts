import type { SourceFile } from "./files.ts"
import { readFacts } from "./syntax.ts"

/**
 * The words that the glossary of ARCHITECTURE.md rules out, each with a replacement. They do not apply to texts of the
 * app.
 */

interface Rule {
  readonly pattern: RegExp
  readonly instead: string
}

const RULES: readonly Rule[] = [
  { pattern: /\bnobody\b/gi, instead: "name who does not: no tab, no client, no test" },
  { pattern: /\bwhoever\b/gi, instead: "name who acts" },
  { pattern: /\banew\b/gi, instead: "again" },
  { pattern: /\bby (?:itself|themselves)\b/gi, instead: "automatically, or name who acts" },
  { pattern: /\btold\b|\btelling\b/gi, instead: "reported, shown or informed" },
  { pattern: /\bheard\b/gi, instead: "received" },
  { pattern: /\bstanding\b/gi, instead: "presence" },
  { pattern: /\b(?:in|out of|into) sight\b|\bsight of\b/gi, instead: "shown, visible, or the account view" },
  { pattern: /\bknock(?:s|ed|ing)?\b/gi, instead: "ask again, connect" },
  { pattern: /\bneighbours?\b/gi, instead: "LAN device" },
  { pattern: /\bwakers?\b/gi, instead: "trigger" },
  { pattern: /\bmoods?\b/gi, instead: "weights" },
  { pattern: /\bdeeds?\b/gi, instead: "operation or action" },
  { pattern: /\b(?:lent|lends?|lending)\b/gi, instead: "reused or pooled" },
  { pattern: /\bhow-manieth\b/gi, instead: "position" },
]

/** The titles of tests are checked for one word more. */
const TITLE_RULES: readonly Rule[] = [...RULES, { pattern: /\bstands\b/gi, instead: "is" }]

/** Parts of a name that the glossary rules out; `toldOf` has the part `told`. */
const NAME_PARTS =
  /^(?:nobody|whoever|anew|told|heard|standings?|sights?|sightings?|knocks?|neighbours?|telling|wakers?|moods?|deeds?|lent|lend|lending)$/

/** Endings of ruled-out type names: an endpoint, the position of a row, a device session. */
const TYPE_ENDS = /^(?:[A-Z]\w*)?(?:Place|Places|Reach|Neighbour|Standing)$/

const STORED_TYPE = "the type of an event, which logs store"

/** Allowed names, each with its reason: stored, on the wire, or of a platform. */
export const KEPT_NAMES: Readonly<Record<string, string>> = {
  DeviceModeTold: STORED_TYPE,
  LanDevicesTold: STORED_TYPE,
  LanWakeTold: STORED_TYPE,
  LatestFirmwareTold: STORED_TYPE,
  LinuxTipsTold: STORED_TYPE,
  heard: "a field of the cloud's device list (decision 21) and of the device protocol's answer",
  heardFrom: "a field of a device in the state, which the checkpoints of exported logs hash",
  toldAt: "a field of a LAN device in the state, which the checkpoints of exported logs hash",
  standing: "a field of an item of a bulk action in the state, which the checkpoints of exported logs hash",
}

/** Text in code marks is a name, not a word of the sentence. */
const withoutCode = (text: string): string =>
  text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, " "))

/** Violations in prose that starts at `line` of a file. */
const inProse = (path: string, text: string, line: number, rules = RULES): readonly string[] =>
  rules.flatMap(({ pattern, instead }) =>
    [...withoutCode(text).matchAll(pattern)].map(({ 0: word, index }) => {
      const at = line + text.slice(0, index).split("\n").length - 1
      return `${path}:${at} “${word}”: ${instead}`
    }),
  )

const partsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)

/** Violations in the comments of a source file: `path:line word: what to write instead`. */
export const wordsOfComments = ({ path, source }: SourceFile): readonly string[] =>
  readFacts(path, source).comments.flatMap(({ text, line }) => inProse(path, text, line))

/** Violations in the titles of a file's tests. */
export const wordsOfTitles = ({ path, source }: SourceFile): readonly string[] =>
  readFacts(path, source).testTitles.flatMap(({ title, line }) => inProse(path, title, line, TITLE_RULES))

/** Violations in the comments of a style sheet or a plain script. */
export const wordsOfBlocks = ({ path, source }: SourceFile): readonly string[] =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm)].flatMap(({ 0: text, index }) =>
    inProse(path, text, source.slice(0, index).split("\n").length),
  )

/** Violations in a document. */
export const wordsOfDocument = ({ path, source }: SourceFile): readonly string[] => inProse(path, source, 1)

/** Violations in the names that a source file defines, and in its path. */
export const wordsOfNames = ({ path, source }: SourceFile): readonly string[] => {
  const given = readFacts(path, source).given.filter(
    ({ name }) =>
      !(name in KEPT_NAMES) && (TYPE_ENDS.test(name) || partsOf(name).some((part) => NAME_PARTS.test(part))),
  )
  const ofPath = partsOf(path).some((part) => NAME_PARTS.test(part))
    ? [`${path}:1 has a ruled-out word in its path`]
    : []
  return [...ofPath, ...given.map(({ name, line }) => `${path}:${line} names something ${name}`)]
}

import type { SourceFile } from "./files.ts"
import { readFacts } from "./syntax.ts"

/**
 * The law of style: only the token file has raw colours, and directions are logical, so that one set of rules serves
 * both themes and right-to-left scripts.
 */

/** The app's tokens. The emulator's console uses the same file. */
export const TOKEN_FILES: ReadonlyArray<string> = ["src/app/look/tokens.css"]

const RAW_COLOUR = /#[0-9a-f]{3,8}\b|\b(?:oklch|oklab|lch|lab|rgba?|hsla?|hwb)\(/i
const PHYSICAL_PROPERTY =
  /^(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-.+)?|border-(?:top|bottom)-(?:left|right)-radius)$/
const PHYSICAL_VALUE = /^(?:left|right)$/
const SIDED_PROPERTIES = new Set(["text-align", "float", "clear"])

/** Declarations that may be physical, because their drawing has no reading direction. */
export const PHYSICAL_ALLOWED: ReadonlyArray<{
  readonly selector: RegExp
  readonly property: string
  readonly why: string
}> = [
  {
    selector: /\.ticks\b/,
    property: "left",
    why: "the filled ticks of a ruler lie on the same 4 px pitch as those below; the ruler itself is mirrored as a whole",
  },
]

interface Declaration {
  readonly line: number
  readonly selector: string
  readonly property: string
  readonly value: string
}

/** Replaces comments by spaces of the same length, to keep lines and offsets. */
function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
}

/** Every declaration with the selectors around it. Parses enough of CSS for sheets that a browser accepts. */
function declarationsOf(css: string): ReadonlyArray<Declaration> {
  const found: Array<Declaration> = []
  const around: Array<string> = []
  let text = ""
  let line = 1
  let startLine = 1
  let depth = 0
  let quote = ""
  const finish = () => {
    const [property, ...value] = text.split(":")
    if (property !== undefined && value.length > 0) {
      found.push({
        line: startLine,
        selector: around.join(" "),
        property: property.trim().toLowerCase(),
        value: value.join(":").trim(),
      })
    }
    text = ""
  }
  for (const character of withoutComments(css)) {
    if (character === "\n") line += 1
    if (text.trim() === "") startLine = line
    if (quote !== "") {
      if (character === quote) quote = ""
      text += character
    } else if (character === '"' || character === "'") {
      quote = character
      text += character
    } else if (character === "{") {
      around.push(text.trim())
      text = ""
    } else if (character === "}" || (character === ";" && depth === 0)) {
      finish()
      if (character === "}") around.pop()
    } else {
      if (character === "(") depth += 1
      if (character === ")") depth -= 1
      text += character
    }
  }
  return found
}

function isPhysical({ property, value, selector }: Declaration): boolean {
  const physical = PHYSICAL_PROPERTY.test(property) || (SIDED_PROPERTIES.has(property) && PHYSICAL_VALUE.test(value))
  return physical && !PHYSICAL_ALLOWED.some((one) => one.property === property && one.selector.test(selector))
}

/** The violations of one stylesheet, one line each: `path:line what is wrong`. */
export function styleViolations({ path, source }: SourceFile): ReadonlyArray<string> {
  return declarationsOf(source).flatMap((declaration) => {
    const at = `${path}:${declaration.line}`
    return [
      ...(!TOKEN_FILES.includes(path) && RAW_COLOUR.test(declaration.value.replace(/url\([^)]*\)/g, ""))
        ? [`${at} has a raw colour in ${declaration.property}: colours are tokens`]
        : []),
      ...(isPhysical(declaration) ? [`${at} uses ${declaration.property}: directions are logical`] : []),
    ]
  })
}

/** Raw colours in the strings of a component. */
export function componentColourViolations({ path, source }: SourceFile): ReadonlyArray<string> {
  return readFacts(path, source)
    .strings.filter(({ text }) => /^#[0-9a-f]{3,8}$/i.test(text) || /\b(?:oklch|rgba?|hsla?)\(/.test(text))
    .map(({ line }) => `${path}:${line} has a raw colour: colours are tokens`)
}

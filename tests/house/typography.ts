import { formatDuration, formatRelative } from "../../src/app/i18n/format.ts"
import { languageOf } from "../../src/app/i18n/languages.ts"
import type { FlatTexts } from "./locales.ts"

/**
 * The typographic rules of each language, and the words that its glossary in docs/glossary/ rules out. Only English may
 * use exclamation marks: MSG-1 fixes some texts.
 */

interface Rule {
  /** The fault wherever the pattern matches. */
  readonly fault: string
  readonly pattern: RegExp
}

/** Replaces `{{name}}` by a word, and removes tags. */
const bare = (text: string): string => text.replaceAll(/<\/?\w+>/gu, "").replaceAll(/\{\{[^}]*\}\}/gu, "X")

const FOR_ALL: readonly Rule[] = [
  { fault: "straight quotes", pattern: /["']/u },
  { fault: "three dots instead of …", pattern: /\.\.\./u },
  { fault: "two spaces", pattern: / {2}/u },
  { fault: "a space at the end", pattern: /^\s|\s$/u },
]

const LOUD: Rule = { fault: "an exclamation mark", pattern: /[!！]/u }
const CJK = "[\\u3040-\\u30ff\\u3400-\\u9fff]"

const FRENCH: readonly Rule[] = [
  { fault: "no no-break space (U+00A0) before a colon", pattern: /[^\u00a0]:(?=\s|$)/u },
  { fault: "no narrow no-break space (U+202F) before ; or ?", pattern: /[^\u202f][;?]/u },
  { fault: "no no-break space (U+00A0) inside « »", pattern: /«[^\u00a0]|[^\u00a0]»/u },
  { fault: "other quotes than « »", pattern: /[“”„「」]/u },
]

const GUILLEMETS: readonly Rule[] = [
  { fault: "other quotes than « »", pattern: /[“”„「」]/u },
  { fault: "a space inside « »", pattern: /«\s|\s»/u },
]

/**
 * The hyphen of "E-Mail" needs a word joiner (U+2060) after it, except in labels, which people search as they type
 * them.
 */
const BREAKABLE: Rule = { fault: "an “E-” that may stand at the end of a line", pattern: /^(?=(?:\S+\s){3}).*E-Mail/u }

const CURLY: Rule = { fault: "other quotes than “ ”", pattern: /[«»„「」]/u }
const CORNERS: Rule = { fault: "other quotes than 「」", pattern: /[«»„“”]/u }

const CHINESE: Rule = {
  fault: "half-width punctuation beside Chinese, or a space after a full-width mark",
  pattern: new RegExp(`${CJK}[,;:?.()]|[,;:?()]${CJK}|[。，：；] `, "u"),
}

/** By file name. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [CURLY],
  de: [LOUD, BREAKABLE, { fault: "other quotes than „ “", pattern: /[«»”「」]|“[^“„]*“/u }],
  fr: [LOUD, ...FRENCH],
  it: [LOUD, ...GUILLEMETS],
  es: [LOUD, ...GUILLEMETS, { fault: "a question that does not begin with ¿", pattern: /^[^¿]*\?/u }],
  pt: [LOUD, CURLY],
  ar: [LOUD, ...GUILLEMETS, { fault: "a Latin comma, semicolon or question mark", pattern: /[,;?]/u }],
  chs: [LOUD, CURLY, CHINESE],
  cht: [LOUD, CORNERS, CHINESE],
  ja: [
    LOUD,
    CORNERS,
    {
      fault: "a full-width colon, or half-width punctuation beside Japanese",
      pattern: /[，：；]|[ぁ-ヶ一-龠][,;?.()]|。 /u,
    },
    // Browsers that break between phrases treat a sentence and the first word of the next as one phrase.
    { fault: "no place to break (U+200B) after a full stop", pattern: /。(?=[^\u200b」）])/u },
    {
      fault: "a space that may break between a number and what it counts",
      pattern: /\d [件台桁個回分秒字行組文時日]/u,
    },
  ],
  ko: [LOUD, CURLY, { fault: "full-width punctuation", pattern: /[，：；（）？。、]/u }],
}

/** Misleading words, by file name. Each was once on screen, and the glossary has a better one. */
const RULED_OUT: Readonly<Record<string, RegExp>> = {
  en: /\bby itself|\bby themselves|take part|\bfor good\b|so that nothing|nothing waits|\bid\b|\bnot recorded/u,
  de: /\bTags?\b|\btaggen\b|UTF-8-Format|Geheimnisse|von selbst|Passcode|Brücke/u,
  fr: /[Ss]e dissocier|caractères au format|secrets|Saisie au démarrage|d’elle-même/u,
  it: /Ultima visita|caratteri in formato|Etichette messe|Inserirne|[Ss]ottoaccount|\bTu\b|\bStai\b|\bhai\b|\btuo\b|Sceglilo|Inserisci\b|Aggiunga|Inserisca|Rimuova|Consenta|Scarichi|da solo\.$/u,
  es: /[Aa]ctivación|[Ss]olicitud(?:es)? de encendido|caracteres en formato|secretos|Volver a intentarlo|Introducir |\bTú\b|\bEstás\b|\bElige\b|\btuyo\b|\b[Ss]uelta\b|iciste\b/u,
  pt: /[Ee]crãs?\b|[Pp]alavras?-passe|[Rr]egisto|[Dd]emasiad|\b[Pp]onte\b|\b[Aa] decorrer|[Aa]tivação|caracteres no formato|Segredos|\bpostas\b|Pular login|ecrã|regist[oa]u|[Ss]eparador|efinições|Ligação|ficheiro|aceder|[Nn]outros|ntroduz|utilizador|A escrever/u,
  ar: /يرى(?!\p{L})|محرف|الأسرار|شاركه(?!\p{L})/u,
  chs: /计算机|当前网络|USB 流|查看端|应答|机密信息|账户|你/u,
  cht: /計算機|目前網路|對話框|請求|保存|視訊|檢視端|\} 部裝置|命令|帳戶|你/u,
  ja: /ご自身が|閲覧側|後の読み取り|キュー|エクスポート/u,
  ko: /발신함|보는 쪽|기밀 정보|장치|세요/u,
}

/** Texts that are only separators. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  "pages.account.subs.comma": ["a space at the end"],
}

/** The faults in typography, one line each. */
export function typographyFaults(name: string, texts: FlatTexts): readonly string[] {
  const rules = [...FOR_ALL, ...(RULES[name] ?? [])]
  return [...texts].flatMap(([key, text]) =>
    rules
      .filter(({ fault, pattern }) => pattern.test(bare(text)) && !EXEMPT[key]?.includes(fault))
      .map(({ fault }) => `${name} ${key} has ${fault}: ${text}`),
  )
}

/** Texts with a word that the language's glossary rules out, one line each. */
export function ruledOutWords(name: string, texts: FlatTexts): readonly string[] {
  const words = RULED_OUT[name]
  if (words === undefined) return []
  return [...texts].flatMap(([key, text]) => {
    const found = words.exec(text.replaceAll(/\{\{[^}]*\}\}/gu, "}"))
    return found === null ? [] : [`${name} ${key} says “${found[0]}”: ${text}`]
  })
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u
const UNSEEN = /\p{M}/u

/** Width of a text in half-width letters. Chinese, Japanese and Korean letters count two, marks over letters none. */
export const widthOf = (text: string): number =>
  [...bare(text)].reduce((sum, letter) => sum + (UNSEEN.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1), 0)

/** Texts with one line and little space: buttons, states, navigation, notices on cards. */
const SHORT =
  /^(?:common\.action|common\.field|layout\.(?:devices|account|helpCenter|settings|logIn|logOut|connection|outbox\.(?:state|do|group|title)|palette\.group)|devices\.(?:notice|find\.(?:kinds?|type|status|tags|sorts)))(?:\.|$)/u

/** A short English text grows most: "Wake" may become three times as long, a line hardly twice. */
const roomFor = (english: string): number => Math.max(18, widthOf(english) * 2 + 6)

/** Labels that would not fit where the English one does, one line each. */
export function labelsTooLong(name: string, texts: FlatTexts, english: FlatTexts): readonly string[] {
  return [...texts].flatMap(([key, text]) => {
    const source = english.get(key)
    if (source === undefined || !SHORT.test(key) || widthOf(text) <= roomFor(source)) return []
    return [`${name} ${key} takes ${widthOf(text)} of ${roomFor(source)}: ${text}`]
  })
}

/**
 * Values must follow the marked words, so that the code never takes a value with a tag for markup
 * (`src/app/ui/Marked.tsx`).
 */
const MARKED_ONCE = /^[^<{]*<b>[^<{]+<\/b>[^<]*$/u

/** Texts with markup whose one marked part does not come before every value, one line each. */
export const wronglyMarked = (name: string, texts: FlatTexts): readonly string[] =>
  [...texts].flatMap(([key, text]) =>
    text.includes("<") && !MARKED_ONCE.test(text) ? [`${name} ${key} is marked wrongly: ${text}`] : [],
  )

/** Spans of every unit, alone and two together, ms. */
const SPANS = [5_000, 40_000, 199_000, 2_700_000, 4_500_000, 266_400_000]

/** Placeholders for a span of time. "time" is one too, except in the moments below. */
const SPAN_BEFORE_STOP = /\{\{(when|ago|age|duration|span|time)\}\}\./gu
const MOMENTS: ReadonlySet<string> = new Set(["devices.failed.lastKnown", "devices.viewer.lastPicture"])

const spansOf = (placeholder: string, locale: string): readonly string[] =>
  SPANS.map((span) =>
    placeholder === "when"
      ? formatRelative(locale, span, 0)
      : placeholder === "ago" || placeholder === "age"
        ? formatRelative(locale, -span, 0)
        : formatDuration(locale, span),
  )

/**
 * Sentences that would end in two full stops, because a span may end in one: "nach 3 Min., 19 Sek..", one line each.
 */
export const doubledStops = (name: string, texts: FlatTexts): readonly string[] =>
  [...texts].flatMap(([key, text]) =>
    [...text.matchAll(SPAN_BEFORE_STOP)].flatMap(([, placeholder = ""]) => {
      if (MOMENTS.has(key)) return []
      const abbreviated = spansOf(placeholder, languageOf(name).formats).find((span) => span.endsWith("."))
      return abbreviated === undefined ? [] : [`${name} ${key} would say “${abbreviated}.”: ${text}`]
    }),
  )

import type { Plugin } from "vite"

/** The languages of react-aria's own texts that the app can show; see `src/app/i18n/languages.ts`. */
const kept = new Set("en-US zh-CN zh-TW ja-JP ko-KR de-DE fr-FR it-IT es-ES pt-BR pt-PT ar-AE".split(" "))

const translation = /\/react-(?:aria|aria-components|stately)\/.*\/([a-z]{2}-[A-Z]{2})\.m?js$/

/** Empties react-aria's texts in languages the app does not offer: they would be half of its weight. */
export const ariaLocales = (): Plugin => ({
  name: "sightline:aria-locales",
  apply: "build",
  enforce: "pre",
  load(id) {
    const language = translation.exec(id)?.[1]
    return language === undefined || kept.has(language) ? null : "export default {}"
  },
})

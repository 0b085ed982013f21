import { isHosted } from "../../adapters/browser/platform.ts"

/** Texts about what keeps the data: a browser on the web, and the program in its own window. */
const inProgram = {
  "pages.settings.storageUnknown": "pages.settings.storageUnknownApp",
  "pages.settings.storageKept": "pages.settings.storageKeptApp",
  "pages.settings.storageMayGo": "pages.settings.storageMayGoApp",
  "pages.settings.newestBody": "pages.settings.newestBodyApp",
  "pages.settings.logBody": "pages.settings.logBodyApp",
  "pages.settings.resetBody": "pages.settings.resetBodyApp",
  "dialog.resetSettings.body": "dialog.resetSettings.bodyApp",
  "dialog.tags.body": "dialog.tags.bodyApp",
  "dialog.deleteAccount.body": "dialog.deleteAccount.bodyApp",
} as const

type Keys = typeof inProgram

/** The key of the text that is true where this page is shown. */
export const ofProgram = <K extends keyof Keys>(key: K): K | Keys[K] => (isHosted() ? inProgram[key] : key)

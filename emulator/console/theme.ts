import { byId } from "./dom.ts"

/** Light or dark: dark like the app, until a person chooses. */

const KEY = "emulator.theme"
type Theme = "dark" | "light"

const kept = (): Theme => (localStorage.getItem(KEY) === "light" ? "light" : "dark")

const show = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
  byId("theme").textContent = theme === "dark" ? "Light theme" : "Dark theme"
}

export const prepareTheme = (): void => {
  show(kept())
  byId("theme").addEventListener("click", () => {
    const next: Theme = kept() === "dark" ? "light" : "dark"
    localStorage.setItem(KEY, next)
    show(next)
  })
}

export type Theme = "dark" | "light"

/** Any value but "light" is dark, the default (SETTINGS-1). */
export const themeOf = (stored: string | null | undefined): Theme => (stored === "light" ? "light" : "dark")

/** Shows a theme. `public/first-paint.js` does the same before the first paint. */
export const showTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement
  // Everything changes at once. An element that faded on its own would stay dark on a light page for a moment.
  if (dataset.theme !== undefined && dataset.theme !== theme) {
    dataset.switching = ""
    requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.switching))
  }
  dataset.theme = theme
  const bar = getComputedStyle(document.body).backgroundColor
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", bar)
}

import { el } from "./dom.ts"

/** Time for which a button shows that it copied something, ms. */
const SAID_MS = 2_000

/** Copies a text. Without a clipboard the button says so, and the person can select the text next to it. */
export const copyButton = (text: string | (() => string), what: string, says = "Copy"): HTMLElement => {
  const now = typeof text === "string" ? () => text : text
  const button = el(
    "button",
    {
      class: "btn quiet",
      type: "button",
      ...(typeof text === "string" && { key: `copy ${what} ${text}` }),
      title: `Copy ${what}`,
      click: () => {
        const tell = (said: string) => {
          button.textContent = said
          setTimeout(() => {
            button.textContent = says
          }, SAID_MS)
        }
        navigator.clipboard.writeText(now()).then(
          () => tell("Copied"),
          () => tell("Not copied"),
        )
      },
    },
    says,
  )
  return button
}

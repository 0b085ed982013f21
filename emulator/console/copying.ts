import { el } from "./dom.ts"

/** How long a button says that something was copied, ms. */
const SAID_MS = 2_000

/** Copies a text; where the clipboard is not to be had it says so, and the text beside it can be selected. */
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

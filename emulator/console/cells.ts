import { el, sign } from "./dom.ts"

/** Building blocks of the page's lists. */

export const empty = (text: string): HTMLElement => el("p", { class: "empty" }, text)

export const cell = (...children: readonly (Node | string)[]): HTMLElement => el("td", {}, ...children)

export const signed = (shape: string, tone: string, ...words: readonly (Node | string)[]): HTMLElement =>
  el("span", { class: "sign" }, sign(shape, tone), el("span", {}, ...words))

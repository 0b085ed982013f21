/** The types that a browser opens in place of the page, when a person drops them where nothing takes them. */
const OPENED = ["Files", "text/uri-list"]

/** A browser puts the text of a link into a field, but opens a file dropped there, too. */
const takes = (target: EventTarget | null, types: readonly string[]): boolean =>
  (target instanceof HTMLInputElement && target.type === "file") ||
  (!types.includes("Files") && target instanceof Element && target.closest("input, textarea") !== null)

const keep = (event: DragEvent): void => {
  const { dataTransfer, target } = event
  if (dataTransfer === null || event.defaultPrevented || takes(target, dataTransfer.types)) return
  if (!OPENED.some((type) => dataTransfer.types.includes(type))) return
  event.preventDefault()
  dataTransfer.dropEffect = "none"
}

/** A file or a link that misses its field must not open in place of the page, with all that was typed (UX-5). */
export const keepDrops = (): void => {
  addEventListener("dragover", keep)
  addEventListener("drop", keep)
}

/** A page that shows the pictures of a folder side by side, filtered by scene, language, theme and width. */

const PARTS = ["language", "theme", "width"] as const

interface Picture {
  readonly file: string
  readonly scene: string
  readonly language: string
  readonly theme: string
  readonly width: string
}

const pictureOf = (file: string): Picture | undefined => {
  const [scene, language, theme, width] = file.split(".")
  return scene === undefined || language === undefined || theme === undefined || width === undefined
    ? undefined
    : { file, scene, language, theme, width }
}

const style = `
  :root { color-scheme: dark; font: 14px/20px system-ui, sans-serif; background: #171513; color: #eee }
  body { margin: 0 }
  form { position: sticky; inset-block-start: 0; display: flex; flex-wrap: wrap; gap: 16px; padding: 12px 24px; background: #221f1c; z-index: 1 }
  label { display: flex; gap: 8px; align-items: center }
  main { display: flex; flex-wrap: wrap; gap: 24px; padding: 24px; align-items: flex-start }
  figure { margin: 0; max-inline-size: 100% }
  figure[hidden] { display: none }
  img { display: block; max-inline-size: 100%; block-size: 360px; object-fit: contain; object-position: start; background: #000 }
  figcaption { padding-block-start: 4px; color: #aaa }
`

const script = `
  const form = document.forms[0], count = document.querySelector("output")
  const show = () => {
    let shown = 0
    for (const figure of document.querySelectorAll("figure")) {
      const fits = ["language", "theme", "width"].every((part) => !form[part].value || form[part].value === figure.dataset[part])
      figure.hidden = !(fits && figure.dataset.scene.includes(form.scene.value))
      if (!figure.hidden) shown += 1
    }
    count.textContent = shown
  }
  form.addEventListener("input", show)
  form.addEventListener("submit", (event) => event.preventDefault())
  show()
`

const select = (part: (typeof PARTS)[number], pictures: readonly Picture[]): string => {
  const values = [...new Set(pictures.map((picture) => picture[part]))]
  const options = values.map((value) => `<option>${value}</option>`).join("")
  return `<label>${part} <select name="${part}"><option value="">all</option>${options}</select></label>`
}

const figure = ({ file, scene, language, theme, width }: Picture): string =>
  `<figure data-scene="${scene}" data-language="${language}" data-theme="${theme}" data-width="${width}">` +
  `<a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`

/** HTML of the sheet. `files` are names like `devices.en.dark.1440.png`, in the same folder. */
export const contactSheet = (files: readonly string[]): string => {
  const pictures = files.map(pictureOf).filter((picture) => picture !== undefined)
  const filters = PARTS.map((part) => select(part, pictures)).join("")
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of Sightline</title><style>${style}</style>`,
    `<form><label>scene <input name="scene" type="search"></label>${filters}<output></output></form>`,
    `<main>${pictures.map(figure).join("\n")}</main><script>${script}</script></html>`,
  ].join("\n")
}

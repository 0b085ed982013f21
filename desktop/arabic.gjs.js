import WebKit2 from "gi://WebKit2?version=4.1"

/**
 * WebKitGTK 2.50 (Skia) misplaces Arabic marks: it draws each mark at the height of the isolated glyph, and moves a
 * whole word by the height of its last mark. The app's Arabic font (IBM Plex) draws every mark above the letters. So
 * this window uses a system font for Arabic, whose marks are right without an offset.
 */

/** Debian installs the second one with WebKitGTK. Without any of them the app's own font is used. */
const FONTS = ["Noto Sans Arabic", "DejaVu Sans"]
/** The weights and characters of the app's own Arabic font (`src/app/look/fonts.css`). */
const WEIGHTS = ["100 499", "500 900"]
const CHARACTERS = "U+0600-06FF, U+0750-077F, U+08A0-08FF, U+200C-200E, U+FB50-FDFF, U+FE70-FEFF"

/** The first family of the app's font stacks, which only this file defines. */
const FACES = WEIGHTS.map(
  (weight) => `@font-face {
    font-family: "Sightline Arabic";
    src: ${FONTS.map((font) => `local("${font}")`).join(", ")};
    font-weight: ${weight};
    font-feature-settings: "mark" 0, "mkmk" 0;
    unicode-range: ${CHARACTERS};
  }`,
).join("\n")

/** Adds the fonts to the pages of this content manager, frames included. */
export const addArabic = (content) => {
  const { ALL_FRAMES } = WebKit2.UserContentInjectedFrames
  content.add_style_sheet(new WebKit2.UserStyleSheet(FACES, ALL_FRAMES, WebKit2.UserStyleLevel.USER, null, null))
}

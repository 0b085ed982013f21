import { TYPED_MAX_LENGTH } from "../../../src/domain/wire/device/limits.ts"
import type { InputEvent, Picture } from "../../../src/domain/wire/device/message.ts"

/** What the computer behind a device shows: its clock, the pointer, and what was typed into it. */

/** Size of the picture, pixels. */
export const PICTURE_WIDTH = 1_280
export const PICTURE_HEIGHT = 720

/** Each key sounds a short click, and Enter a lower one. */
const KEY_SOUND = { hz: 880, ms: 40 } as const
const ENTER_SOUND = { hz: 440, ms: 80 } as const
const ENTER_SIGN = "⏎"

export interface Screen {
  pointer: Picture["pointer"]
  typed: string
  /** The tone of the latest key, until a picture has carried it. */
  sound: Picture["sound"]
}

export const blankScreen = (): Screen => ({ pointer: { x: 0, y: 0, buttons: 0 }, typed: "", sound: null })

/** The latest characters; none is cut in half. */
const latest = (text: string): string => {
  const characters = [...text]
  while (characters.join("").length > TYPED_MAX_LENGTH) characters.shift()
  return characters.join("")
}

const press = (screen: Screen, key: string): void => {
  screen.sound = key === "Enter" ? ENTER_SOUND : KEY_SOUND
  if (key === "Enter") screen.typed = latest(`${screen.typed}${ENTER_SIGN}`)
  else if (key === "Backspace") screen.typed = [...screen.typed].slice(0, -1).join("")
  else if (key === "Escape") screen.typed = ""
  else if ([...key].length === 1) screen.typed = latest(`${screen.typed}${key}`)
}

export const takeInput = (screen: Screen, events: readonly InputEvent[]): void => {
  for (const event of events) {
    if (event.kind === "pointer") screen.pointer = { x: event.x, y: event.y, buttons: event.buttons }
    else if (event.down) press(screen, event.key)
  }
}

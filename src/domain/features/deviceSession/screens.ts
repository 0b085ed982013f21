import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { streamEnds } from "../../wire/rfb/streamEnds.ts"

/**
 * What the log keeps of a screen that was shown (SCREEN-8): that it was open, why it ended, whether keys could go there, macros by their names
 * and typed texts by their lengths. Never a text, never a pixel.
 */

/** `left`: by the person. `lost`: with the connection. */
export const screenEnds = ["left", "lost", ...streamEnds] as const
const ScreenEnd = Schema.Literals(screenEnds)
export type ScreenEnd = typeof ScreenEnd.Type

const Id = Schema.String
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const screenEvents = {
  /** The first picture of a stream is there. */
  ScreenOpened: {
    v: 1,
    origin: "bridge",
    sign: ["online", "ok"],
    payload: Schema.Struct({ id: Id, viewOnly: Schema.Boolean }),
  },
  /** `ms`: how long it was open; 0 for one that never had a picture. */
  ScreenClosed: {
    v: 3,
    origin: "app",
    sign: ["disabled", "off"],
    payload: Schema.Struct({ id: Id, why: ScreenEnd, ms: Count }),
    upcast: { 1: asBefore, 2: asBefore },
  },
  /** Neither keys nor pointer go to the device any more, or again. */
  ScreenControlChanged: {
    v: 1,
    origin: "person",
    sign: ["info", "off"],
    payload: Schema.Struct({ id: Id, viewOnly: Schema.Boolean }),
  },
  MacroPlayed: {
    v: 1,
    origin: "person",
    sign: ["sending", "acc"],
    payload: Schema.Struct({ id: Id, macro: Schema.String }),
    texts: { macro: "name" },
  },
  /** Characters that were typed from a text at hand. */
  TextTyped: { v: 1, origin: "person", sign: ["sending", "acc"], payload: Schema.Struct({ id: Id, length: Count }) },
} as const
export type ScreenEvent = EventOf<typeof screenEvents>

/** What happened on a screen is kept as it is said. */
export interface ScreenCommand {
  readonly type: "RecordScreen"
  readonly event: ScreenEvent
}

/** The screen that a tab shows, since when (ms). */
export interface OpenScreen {
  readonly since: number
  readonly viewOnly: boolean
}

export const evolveScreen = (screen: OpenScreen | null, event: ScreenEvent, at: number): OpenScreen | null => {
  switch (event.type) {
    case "ScreenOpened":
      return { since: at, viewOnly: event.payload.viewOnly }
    case "ScreenClosed":
      return null
    case "ScreenControlChanged":
      return screen === null ? null : { ...screen, viewOnly: event.payload.viewOnly }
    case "MacroPlayed":
    case "TextTyped":
      return screen
  }
}

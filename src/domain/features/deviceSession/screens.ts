import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { streamEnds } from "../../wire/rfb/streamEnds.ts"

/**
 * The log's record of a shown screen (SCREEN-8): that it was open, why it ended, whether it took keys, macros by name
 * and typed texts by length. Never a text, never a pixel.
 */

/** `left`: the person left it. `lost`: the connection was lost. */
export const screenEnds = ["left", "lost", ...streamEnds] as const
const ScreenEnd = Schema.Literals(screenEnds)
export type ScreenEnd = typeof ScreenEnd.Type

const Id = Schema.String
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const screenEvents = {
  /** The first picture of a stream has arrived. */
  ScreenOpened: {
    v: 1,
    origin: "bridge",
    sign: ["online", "ok"],
    payload: Schema.Struct({ id: Id, viewOnly: Schema.Boolean }),
  },
  /** `ms`: how long it was open; 0 when it never had a picture. */
  ScreenClosed: {
    v: 3,
    origin: "app",
    sign: ["disabled", "off"],
    payload: Schema.Struct({ id: Id, why: ScreenEnd, ms: Count }),
    upcast: { 1: asBefore, 2: asBefore },
  },
  /** The person turned keys and pointer off for the device, or on again. */
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
  /** Characters that were typed from a prepared text. */
  TextTyped: { v: 1, origin: "person", sign: ["sending", "acc"], payload: Schema.Struct({ id: Id, length: Count }) },
} as const
export type ScreenEvent = EventOf<typeof screenEvents>

/** An event of a screen. It is recorded unchanged. */
export interface ScreenCommand {
  readonly type: "RecordScreen"
  readonly event: ScreenEvent
}

/** The screen that a tab shows, and since when (ms). */
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

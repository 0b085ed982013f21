import * as Schema from "effect/Schema"
import type { EventOf } from "../../event/event.ts"
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
  ScreenOpened: { v: 1, payload: Schema.Struct({ id: Id, viewOnly: Schema.Boolean }) },
  /** `ms`: how long it was open; 0 for one that never had a picture. */
  ScreenClosed: { v: 1, payload: Schema.Struct({ id: Id, why: ScreenEnd, ms: Count }) },
  /** Neither keys nor pointer go to the device any more, or again. */
  ScreenControlChanged: { v: 1, payload: Schema.Struct({ id: Id, viewOnly: Schema.Boolean }) },
  MacroPlayed: { v: 1, payload: Schema.Struct({ id: Id, macro: Schema.String }) },
  /** Characters that were typed from a text at hand. */
  TextTyped: { v: 1, payload: Schema.Struct({ id: Id, length: Count }) },
} as const
export type ScreenEvent = EventOf<typeof screenEvents>

type PayloadOf<Type extends ScreenEvent["type"]> = Extract<ScreenEvent, { type: Type }>["payload"]
type CommandOf<Type extends string, Event extends ScreenEvent["type"]> = { readonly type: Type } & PayloadOf<Event>

export type ScreenCommand =
  | CommandOf<"ReportScreenOpened", "ScreenOpened">
  | CommandOf<"ReportScreenClosed", "ScreenClosed">
  | CommandOf<"ReportControl", "ScreenControlChanged">
  | CommandOf<"ReportMacro", "MacroPlayed">
  | CommandOf<"ReportTyped", "TextTyped">

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

/** A screen ends after its device was left, too: none of these asks what the tab shows by then. */
export const decideScreen = (command: ScreenCommand): readonly ScreenEvent[] => {
  const { id } = command
  switch (command.type) {
    case "ReportScreenOpened":
      return [{ type: "ScreenOpened", payload: { id, viewOnly: command.viewOnly } }]
    case "ReportScreenClosed":
      return [{ type: "ScreenClosed", payload: { id, why: command.why, ms: command.ms } }]
    case "ReportControl":
      return [{ type: "ScreenControlChanged", payload: { id, viewOnly: command.viewOnly } }]
    case "ReportMacro":
      return [{ type: "MacroPlayed", payload: { id, macro: command.macro } }]
    case "ReportTyped":
      return [{ type: "TextTyped", payload: { id, length: command.length } }]
  }
}

import * as Schema from "effect/Schema"
import { choice, record } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { valid } from "../../values/parsed.ts"

/**
 * The state of the native side. `none`: no program is around this page and no bridge was ever paired. `away`: a known
 * native side does not answer. `refused`: by the browser's permission for the local network, or by the bridge itself,
 * which no longer accepts this page. `connected`: it has greeted; it can do only what its capabilities name.
 */
const BridgeLink = Schema.Union([
  Schema.Struct({ state: Schema.Literal("none") }),
  Schema.Struct({ state: Schema.Literal("away") }),
  Schema.Struct({ state: Schema.Literal("refused"), why: Schema.Literals(["permission", "access"]) }),
  Schema.Struct({
    state: Schema.Literal("connected"),
    /** Empty when the native side does not report it. */
    version: Schema.String,
    os: Schema.String,
    capabilities: Schema.Array(Schema.String),
  }),
])
export type BridgeLink = typeof BridgeLink.Type

const bridgeEvents = {
  BridgeLinkChanged: { v: 1, origin: "bridge", sign: ["pending", "off"], payload: Schema.Struct({ link: BridgeLink }) },
  /** The problems of this Linux system (MSG-6), as bits. `path` is that of a crash dump. */
  LinuxTipsTold: {
    v: 1,
    origin: "bridge",
    sign: ["warning", "warn"],
    payload: Schema.Struct({ flags: Schema.Int, path: Schema.NullOr(Schema.String) }),
  },
  LinuxTipsDismissed: {
    v: 1,
    origin: "person",
    sign: ["cancelled", "off"],
    payload: Schema.Struct({ flags: Schema.Int }),
  },
} as const
export type BridgeEvent = EventOf<typeof bridgeEvents>

export interface BridgeState {
  readonly link: BridgeLink
  /** The time of the last change of the link, ms. */
  readonly since: number
  readonly tips: Extract<BridgeEvent, { type: "LinuxTipsTold" }>["payload"] | null
  /** The flags whose notice the person has dismissed. */
  readonly tipsDismissed: number
}
const initialBridge: BridgeState = { link: { state: "none" }, since: 0, tips: null, tipsDismissed: 0 }

export type BridgeCommand =
  | { readonly type: "ReportBridge"; readonly link: BridgeLink }
  | { readonly type: "TellLinuxTips"; readonly flags: number; readonly path: string | null }
  | { readonly type: "DismissLinuxTips" }

const evolveBridge = (state: BridgeState, event: BridgeEvent & Envelope, draft: Draft): BridgeState => {
  const next = draft.edit(state)
  switch (event.type) {
    case "BridgeLinkChanged":
      next.link = event.payload.link
      next.since = event.at
      return next
    case "LinuxTipsTold":
      next.tips = event.payload
      return next
    case "LinuxTipsDismissed":
      next.tipsDismissed = event.payload.flags
      return next
  }
}

/**
 * Several tabs receive the same reports, and each bridge repeats them at every start. Only differences are recorded.
 */
const decideBridge = (command: BridgeCommand, state: BridgeState): readonly BridgeEvent[] => {
  switch (command.type) {
    case "ReportBridge":
      return isSameLink(command.link, state.link)
        ? []
        : [{ type: "BridgeLinkChanged", payload: { link: command.link } }]
    case "TellLinuxTips": {
      const { flags, path } = command
      // A report without problems is recorded only when there were some before.
      const before = state.tips ?? { flags: 0, path: null }
      return before.flags === flags && before.path === path ? [] : [{ type: "LinuxTipsTold", payload: { flags, path } }]
    }
    case "DismissLinuxTips": {
      const flags = state.tips?.flags ?? 0
      return flags === state.tipsDismissed ? [] : [{ type: "LinuxTipsDismissed", payload: { flags } }]
    }
  }
}

const isSameLink = (a: BridgeLink, b: BridgeLink): boolean => {
  if (a.state === "refused" && b.state === "refused") return a.why === b.why
  if (a.state !== "connected" || b.state !== "connected") return a.state === b.state
  return (
    a.version === b.version &&
    a.os === b.os &&
    a.capabilities.length === b.capabilities.length &&
    a.capabilities.every((name, index) => name === b.capabilities[index])
  )
}

/** True when the native side can take this request now. Basic messages need no capability. */
export const canAsk = ({ link }: BridgeState, capability?: string): boolean =>
  link.state === "connected" && (capability === undefined || link.capabilities.includes(capability))

export const bridge = defineFeature({
  key: "bridge",
  initial: initialBridge,
  events: bridgeEvents,
  evolve: evolveBridge,
  commands: { ReportBridge: record, TellLinuxTips: record, DismissLinuxTips: choice },
  decide: (command: BridgeCommand, state) => valid(decideBridge(command, state)),
})

import * as Schema from "effect/Schema"
import { choice, observation } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { parseVersion } from "../../values/firmware.ts"
import { valid } from "../../values/parsed.ts"

/** Facts that a tab learns at its start: from the deployment's settings and from its surroundings. */
const applicationEvents = {
  AppStarted: {
    v: 1,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({
      version: Schema.String,
      baseUrl: Schema.String,
      testMirror: Schema.Boolean,
      isApp: Schema.Boolean,
      os: Schema.Literals(["win", "mac", "linux", "other"]),
    }),
  },
  /** The native side reported its version and perhaps a newer one (LAYOUT-4). */
  AppVersionTold: {
    v: 1,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({ version: Schema.String, latest: Schema.optionalKey(Schema.String) }),
  },
  VersionNoticeDismissed: {
    v: 1,
    origin: "person",
    sign: ["info", "off"],
    payload: Schema.Struct({ version: Schema.String }),
  },
} as const
export type ApplicationEvent = EventOf<typeof applicationEvents>

/**
 * The global application state that belongs to no other feature (STATE-1). LAN devices, bound devices, sub-accounts and
 * the passcode prompt belong to their features; the custom server belongs to the session.
 */
interface ApplicationState {
  readonly initialised: boolean
  readonly baseUrl: string
  readonly testMirror: boolean
  readonly isApp: boolean
  readonly os: "win" | "mac" | "linux" | "other"
  readonly version: string
  /** major*1000000 + minor*10000 + patch*100 + build (BRIDGE-3). */
  readonly versionNumber: number
  readonly latestVersion: string | null
  /** The version whose notice a person dismissed ("version-notified"). */
  readonly notifiedVersion: string | null
}

const initialApplication: ApplicationState = {
  initialised: false,
  baseUrl: "",
  testMirror: false,
  isApp: false,
  os: "win",
  version: "",
  versionNumber: 0,
  latestVersion: null,
  notifiedVersion: null,
}

export type ApplicationCommand =
  | ({ readonly type: "StartApp" } & Extract<ApplicationEvent, { type: "AppStarted" }>["payload"])
  | { readonly type: "TellAppVersion"; readonly version: string; readonly latest?: string }
  | { readonly type: "DismissVersionNotice"; readonly version: string }

const versionNumber = (text: string): number => {
  const parsed = parseVersion(text)
  return parsed.ok ? parsed.value : 0
}

const evolveApplication = (
  state: ApplicationState,
  event: ApplicationEvent & Envelope,
  draft: Draft,
): ApplicationState => {
  const next = draft.edit(state)
  switch (event.type) {
    case "AppStarted":
      return Object.assign(next, event.payload, {
        initialised: true,
        versionNumber: versionNumber(event.payload.version),
      })
    case "AppVersionTold":
      next.version = event.payload.version
      next.versionNumber = versionNumber(event.payload.version)
      next.latestVersion = event.payload.latest ?? null
      return next
    case "VersionNoticeDismissed":
      next.notifiedVersion = event.payload.version
      return next
  }
}

const decideApplication = (command: ApplicationCommand, state: ApplicationState): readonly ApplicationEvent[] => {
  switch (command.type) {
    case "StartApp": {
      const { type: _type, ...payload } = command
      return [{ type: "AppStarted", payload }]
    }
    case "TellAppVersion": {
      const { type: _type, ...payload } = command
      // The native side reports its version to each tab at each start. Only a different version is recorded.
      const isKnown = payload.version === state.version && (payload.latest ?? null) === state.latestVersion
      return isKnown ? [] : [{ type: "AppVersionTold", payload }]
    }
    case "DismissVersionNotice":
      // Recorded once for each version, however many tabs show the notice.
      if (command.version === state.notifiedVersion) return []
      return [{ type: "VersionNoticeDismissed", payload: { version: command.version } }]
  }
}

export const application = defineFeature({
  key: "application",
  initial: initialApplication,
  events: applicationEvents,
  evolve: evolveApplication,
  commands: { StartApp: observation, TellAppVersion: observation, DismissVersionNotice: choice },
  decide: (command: ApplicationCommand, state) => valid(decideApplication(command, state)),
})

import { afterEach, expect, test } from "vitest"
import { LogIndex } from "../../src/app/log/logIndex.ts"
import { useEventText } from "../../src/app/log/useEventText.ts"
import { leftTexts, unreadTexts } from "../../src/app/log/words/devices.ts"
import { signedOutTexts, signInTexts } from "../../src/app/log/words/person.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { machines } from "../../src/domain/features/flows/machines.ts"
import { registry } from "../../src/domain/product/events.ts"
import { recordedTitles } from "../../src/domain/values/dialogs.ts"
import type { LoggedAction } from "../../src/domain/views/logEvents.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

type Recorded = Pick<StoredEvent, "type" | "payload">

const nothing = new LogIndex(1)

const Said = ({
  events,
  action = null,
}: {
  readonly events: readonly Recorded[]
  readonly action?: LoggedAction | null
}) => {
  const { said } = useEventText()
  const stored = (event: Recorded, index: number): StoredEvent => {
    const seq = index + 1
    const v = registry.version(event.type)
    return { v, at: 0, account: null, tab: "here", cause: null, seq, id: `e${seq}`, ...event }
  }
  return (
    <ol>
      {events.map(stored).map((event) => (
        <li key={event.seq}>{said(event, nothing, action)}</li>
      ))}
    </ol>
  )
}

/** The texts of these events in the event list. */
const textsOf = async (
  events: readonly Recorded[],
  language = "en",
  action: LoggedAction | null = null,
): Promise<readonly (string | null)[]> => {
  await show(new ScreenDesk().client(), <Said events={events} action={action} />, "/log", language)
  const lines = () => [...document.querySelectorAll("li")]
  await until(() => lines().length === events.length)
  return lines().map(({ textContent }) => textContent)
}

const account = "https://sight.example u1"

const opened = (dialog: string): Recorded => ({ type: "DialogOpened", payload: { dialog, about: null, among: [] } })

test("[EVENT-6][I18N-2] a row says what was opened in the language's words, never as the code calls it", async () => {
  expect(await textsOf(["outbox", "device", "palette", "shortcuts", "disconnect"].map(opened))).toEqual([
    "Dialog opened: Outbox",
    "Dialog opened: Device",
    "Dialog opened: Command palette",
    "Dialog opened: Keyboard shortcuts",
    "Dialog opened: Disconnection",
  ])
  const recordedNames = Object.keys(recordedTitles)
  const german = await textsOf(recordedNames.map(opened), "de")
  expect(german.filter((text, index) => text === `Dialog geöffnet: ${recordedNames[index]}`)).toEqual([])
  expect(await textsOf([opened("ofLater")])).toEqual(["Dialog opened: ofLater"])
})

test("[EVENT-6][REPLAY-4] an unknown language is shown as it is stored, and is not called English", async () => {
  const chosen = ["de", "later", "toString", null]
  const events = chosen.map((value) => ({ type: "PreferenceObserved", payload: { key: "language", value } }))
  expect(await textsOf(events)).toEqual([
    "Setting: Language: Deutsch",
    "Setting: Language: later",
    "Setting: Language: toString",
    "Setting: Language: –",
  ])
})

test("[EVENT-6][I18N-2] reasons, steps and stages are in words and never as the code calls them", async () => {
  const failed = (reason: string): Recorded => ({
    type: "SharingReadFailed",
    payload: { account, reason, list: "subAccounts" },
  })
  const moved = (flow: string, stage: string, failure: string | null): Recorded => ({
    type: "FlowMoved",
    payload: { flow, stage, failure },
  })
  const update = (stage: string, percent: number): Recorded => ({
    type: "FirmwareUpdateMoved",
    payload: { id: "n1", update: "u1", stage, percent },
  })
  expect(
    await textsOf([
      failed("connect"),
      failed("ofLater"),
      moved("signIn", "asking", null),
      moved("signUp", "code", "codeWrong"),
      moved("ofLater", "toString", "ofLater"),
      update("uploading", 40),
      update("completed", 100),
      { type: "LanWakeTold", payload: { wake: "w1", id: "n1", did: "", stage: "notConfirmed", mac: null } },
      { type: "SignedOut", payload: { sessionId: "s1", reason: "person" } },
      { type: "SignedOut", payload: { sessionId: "s1", reason: "replaced" } },
    ]),
  ).toEqual([
    "Accounts not loaded: The server did not respond.",
    "Accounts not loaded",
    "Step: Sign in: Sending",
    "Step: Sign up: Code sent: The code is wrong! Please try again.",
    "Step",
    "Firmware update progress: n1: Upload, 40%",
    "Firmware update progress: n1: Done",
    "Wake: n1: Not confirmed",
    "Signed out",
    "Signed out: Another account signed in.",
  ])
})

test("[EVENT-6][I18N-2] every reason and every step of a flow has words of its own in another language", async () => {
  const of = (texts: object, type: string, payload: object = {}) =>
    Object.keys(texts).map((reason) => ({ code: reason, type, payload: { reason, ...payload } }))
  const reasons = [
    ...of(unreadTexts, "DevicesReadFailed", { account }),
    ...of(unreadTexts, "SharingReadFailed", { account, list: "subAccounts" }),
    ...of(signInTexts, "SignInFailed"),
    ...of(signedOutTexts, "SignedOut", { sessionId: "s1" }),
    ...of(leftTexts, "BatchDeviceLeft", { batch: "b1", did: "d1" }),
  ]
  const steps = Object.entries(machines).flatMap(([flow, { edges }]) =>
    Object.keys(edges).map((stage) => ({ code: stage, type: "FlowMoved", payload: { flow, stage, failure: null } })),
  )
  const all = [...reasons, ...steps]
  const named = await textsOf(
    all.map(({ type }) => ({ type, payload: null })),
    "ar",
  )
  const texts = await textsOf(all, "ar")
  expect(texts.filter((text, place) => text?.includes(all[place]?.code ?? "") || text?.includes("–"))).toEqual([])
  // A sign-out by the person is the only event whose name alone is its text.
  const silent = texts.flatMap((text, place) => (text === named[place] ? [all[place]?.code] : []))
  expect(silent).toEqual(["person"])
})

test("[SCREEN-8] a screen that was shown has its end and its length, a macro its name, a text its length alone", async () => {
  const events: readonly Recorded[] = [
    { type: "ScreenOpened", payload: { id: "Rack", viewOnly: false } },
    { type: "ScreenControlChanged", payload: { id: "Rack", viewOnly: true } },
    { type: "MacroPlayed", payload: { id: "Rack", macro: "Log in" } },
    { type: "TextTyped", payload: { id: "Rack", length: 1_234 } },
    { type: "ScreenClosed", payload: { id: "Rack", why: "lost", ms: 199_000 } },
    { type: "ScreenClosed", payload: { id: "Rack", why: "vncNone", ms: 0 } },
  ]
  expect((await textsOf(events)).map((text) => text?.replaceAll(/[\u2068\u2069]/g, ""))).toEqual([
    "Screen shown: Rack: Keyboard or mouse on",
    "Control of the screen changed: Rack: View only",
    "Macro played: Rack: Log in",
    "Text typed: Rack: Characters: 1,234",
    "Screen closed: Rack: The connection was lost. Open for 3 mins 19 secs",
    "Screen closed: Rack: What answers behind the device is not a VNC server.",
  ])
})

test("[EVENT-6][OFFLINE-5] the log names another client's setting with its value, and says when it differs no more", async () => {
  const rename = (title: string) => ({ call: "rename_device", input: { did: "d1", title } }) as const
  const renamed = { intent: rename("Ours"), subject: "Rack", before: "Rack" }
  const contested = (theirs: unknown): Recorded => ({ type: "ActionContested", payload: { action: "a1", theirs } })
  const [theirs, ours] = await textsOf([contested(rename("Theirs")), contested(null)], "en", renamed)
  expect(theirs).toContain("Changed elsewhere")
  expect(theirs).toContain("Theirs")
  expect(theirs).not.toContain("Ours")
  expect(ours).toContain("Value settled")
  expect(ours).toContain("Ours")
})

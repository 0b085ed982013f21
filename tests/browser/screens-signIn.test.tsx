import { useEffect, useLayoutEffect, useState } from "react"
import { useLocation } from "react-router-dom"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { createClient } from "../../src/app/client/create.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { useFlow } from "../../src/app/flows/useFlow.ts"
import { CONTENT_ID } from "../../src/app/focus/usePage.ts"
import { Account } from "../../src/app/screens/Account.tsx"
import { nothingTyped, type Typed } from "../../src/app/screens/auth/form.ts"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { Presence } from "../../src/app/screens/Presence.tsx"
import { ResetPassword } from "../../src/app/screens/ResetPassword.tsx"
import { SignIn } from "../../src/app/screens/SignIn.tsx"
import { SignUp } from "../../src/app/screens/SignUp.tsx"
import { useReturning } from "../../src/app/screens/signIn/useReturning.ts"
import { EntranceBanners } from "../../src/app/shell/Banners.tsx"
import { EngineBanners } from "../../src/app/shell/EngineBanners.tsx"
import { LogInOrOut } from "../../src/app/shell/LogInOrOut.tsx"
import { OutboxLine } from "../../src/app/shell/OutboxButton.tsx"
import { TopBar } from "../../src/app/shell/TopBar.tsx"
import { type FlowFailure, flowFailures } from "../../src/domain/features/flows/machines.ts"
import { server } from "../domain/recorder.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const field = (name: string) => page.getByLabelText(name, { exact: true })
const moved = (stage: "asking" | "form", failure: FlowFailure | null = null) =>
  ({ type: "MoveFlow", to: { flow: "signIn", stage }, failure }) as const
const submit = page.getByRole("button", { name: "Sign in", exact: true })

test("[AUTH-1][AUTH-2][AUTH-5][AUTH-12] the form works before the engine is there and keeps what was typed", async () => {
  localStorage.setItem("serverType", "private")
  localStorage.setItem("serverUrl", "nowhere at all")
  const desk = new ScreenDesk()
  const client = createClient(() => Date.now())
  await show(client, <SignIn />, "/signin")

  // Each message is beside its field, and the first bad field has the focus.
  await userEvent.fill(field("Email"), "owner@")
  await userEvent.click(submit)
  await page.getByText("Please enter a valid email address").findElement()
  await page.getByText("Please enter your password").findElement()
  await page.getByText("Please enter a valid server URL.", { exact: true }).findElement()
  await page.getByText(/The address must not contain spaces\.$/).findElement()
  expect(document.activeElement).toBe(field("Email").element())

  // Plain http to an outside host shows a warning and stops no request.
  await userEvent.fill(field("Server URL"), "http://sight.example")
  await page
    .getByText("This address is not encrypted. Anyone on the network path can read what you send.")
    .findElement()

  // The request waits for the engine, and the button shows that it is pending.
  await userEvent.fill(field("Email"), "owner@example.com")
  await userEvent.fill(field("Password"), "sightline")
  await userEvent.click(submit)
  await until(() => submit.element().hasAttribute("data-pending"))
  expect(desk.asked).toEqual([])
  client.start.set({ phase: "ready", handle: desk.handle, deployment: noDeployment })
  await until(() => desk.asked.some(({ type }) => type === "SignIn"))
  expect(desk.asked.find(({ type }) => type === "SignIn")).toEqual({
    type: "SignIn",
    form: {
      email: "owner@example.com",
      password: "sightline",
      serverType: "private",
      server: "http://sight.example",
    },
  })

  // A refusal appears in the form of the tab that asked, and the typed text stays.
  desk.do(moved("asking"))
  desk.do(moved("form", "tooOften"))
  await page.getByRole("alert").getByText("Login too fast.").findElement()
  expect(field("Email").element()).toHaveProperty("value", "owner@example.com")
  expect(field("Password").element()).toHaveProperty("value", "sightline")
  expect(submit.element().hasAttribute("data-pending")).toBe(false)
})

const FailureText = () => <output>{useFlow("signIn").failureText}</output>

test("[AUTH-5][MSG-1] the form says of each failure what the table of all flows says", async () => {
  const words: Partial<Record<FlowFailure, string>> = {
    tooOften: "Login too fast.",
    notActivated: "Your account is not activated.",
    invalidCredentials: "Invalid email or password.",
  }
  const desk = new ScreenDesk()
  const form = (
    <>
      <SignIn />
      <FailureText />
    </>
  )
  await show(desk.client(), form, "/signin")
  await until(() => desk.isListening)
  for (const failure of flowFailures) {
    desk.do(moved("asking"))
    desk.do(moved("form", failure))
    const text = words[failure] ?? "Failed to sign in."
    await until(() => document.querySelector("[role=alert]")?.textContent?.includes(text))
    expect(document.querySelector("output")?.textContent).toContain(text)
  }
})

test("[AUTH-6][AUTH-12] a form that is sent before the engine is there has its messages and the focus afterwards", async () => {
  const desk = new ScreenDesk()
  const client = createClient(() => Date.now())
  await show(client, <SignUp />, "/signup")
  await userEvent.fill(field("Email"), "owner@")
  await userEvent.click(page.getByRole("button", { name: "Sign up", exact: true }))
  client.start.set({ phase: "ready", handle: desk.handle, deployment: noDeployment })
  await page.getByText("Please enter a name").findElement()
  await until(() => document.activeElement === field("Name").element())
  // Only the messages of this submit move the focus. A person who goes on typing keeps it.
  await userEvent.fill(field("Email"), "owner@example.com")
  expect(document.activeElement).toBe(field("Email").element())
})

const AfterLogOut = () => {
  /* The page before gave its focus to the content, before the field could take it. */
  useLayoutEffect(() => document.getElementById(CONTENT_ID)?.focus(), [])
  return (
    <main id={CONTENT_ID} tabIndex={-1}>
      <SignIn />
    </main>
  )
}

test("[UX-3] after a log-out the address has the focus, also where the content had what the page before left", async () => {
  await show(new ScreenDesk().client(), <AfterLogOut />, "/signin")
  await until(() => document.activeElement === field("Email").query())
})

const signedIn: Parameters<ScreenDesk["do"]>[0] = {
  type: "CompleteSignIn",
  session: {
    id: "session-1",
    server: server("https://sight.example"),
    serverType: "private",
    uid: "u1",
    name: "Owner",
    email: "owner@example.com",
    createdAt: 1,
  },
}

const Where = () => <p>{useLocation().pathname}</p>

const form = async (): Promise<ScreenDesk> => {
  const desk = new ScreenDesk()
  await show(
    desk.client(),
    <>
      <SignIn />
      <Where />
    </>,
    "/signin",
  )
  await until(() => desk.isListening)
  return desk
}

test("[AUTH-1][OFFLINE-7] after a sign-in in another tab the form leads on, unless somebody is typing: then it says who it is", async () => {
  const idle = await form()
  idle.recorder.tab = "another"
  idle.recorder.now += 1
  idle.do(signedIn)
  await page.getByText("/devices", { exact: true }).findElement()
  expect(idle.asked.some(({ type }) => type === "ShowToast")).toBe(false)

  const typing = await form()
  await userEvent.fill(field("Email"), "own")
  typing.recorder.tab = "another"
  typing.do(signedIn)
  await page.getByText("You are signed in as owner@example.com in another tab.").findElement()
  expect(page.getByText("/signin", { exact: true }).query()).not.toBeNull()
  expect(field("Email").element()).toHaveProperty("value", "own")
  await userEvent.click(page.getByRole("link", { name: "Go to devices" }))
  await page.getByText("/devices", { exact: true }).findElement()
})

const empty: Typed = { ...nothingTyped, serverType: "public", serverUrl: "" }
const keep = () => undefined
const DRAWN_TIMES = 3
const dropped = new Set<unknown>()

const DrawnAgain = () => {
  const [times, draw] = useState(1)
  dropped.add(useReturning(empty, keep).change)
  useEffect(() => {
    if (times < DRAWN_TIMES) draw(times + 1)
  }, [times])
  return <p>{`Drawn ${times}`}</p>
}

test("[ROUTE-6] what is below the fields comes without drawing them again: they get the same each time", async () => {
  await show(new ScreenDesk().client(), <DrawnAgain />)
  await page.getByText(`Drawn ${DRAWN_TIMES}`).findElement()
  expect(dropped.size).toBe(1)
})

test("[ROUTE-3] a session that this tab itself found in the browser leaves the form where it is", async () => {
  const desk = await form()
  desk.do(signedIn)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.getByText("/signin", { exact: true }).query()).not.toBeNull()
})

test("[MSG-3][OFFLINE-2] a sign-in that fails without a connection says so below the failure, and no longer when it is back", async () => {
  localStorage.setItem("serverType", "private")
  localStorage.setItem("serverUrl", "https://sight.example")
  const desk = await form()
  await userEvent.fill(field("Email"), "owner@example.com")
  await userEvent.fill(field("Password"), "sightline")
  desk.do({ type: "ReportConnection", status: "offline" })
  await userEvent.click(submit)
  await until(() => desk.asked.some(({ type }) => type === "SignIn"))
  desk.do(moved("asking"))
  desk.do(moved("form", "connect"))
  const alert = page.getByRole("alert")
  const hint = alert.getByText("This requires a connection. Please try again when you are online.")
  await hint.findElement()
  expect(alert.element().textContent).toContain("Failed to sign in.")
  desk.do({ type: "ReportConnection", status: "online" })
  await until(() => hint.query() === null)
  await alert.getByText("Failed to sign in.").findElement()
})

test("[MSG-3] a sign-up that an HTTP error answers says so below the failure, and not when no answer came", async () => {
  const desk = new ScreenDesk()
  await show(desk.client(), <SignUp />, "/signup")
  const to = (stage: "form" | "submitting") => ({ flow: "signUp", stage }) as const
  const step = (httpStatus?: number) => {
    desk.do({ type: "MoveFlow", to: to("submitting"), failure: null })
    desk.do({ type: "MoveFlow", to: to("form"), failure: "connect", ...(httpStatus !== undefined && { httpStatus }) })
  }
  await until(() => desk.asked.some(({ type }) => type === "StartFlow"))
  step(404)
  const alert = page.getByRole("alert")
  const status = alert.getByText("The server answered with HTTP status 404.", { exact: true })
  await status.findElement()
  await alert.getByText("Could not connect to server. Please try again.", { exact: true }).findElement()
  step()
  await until(() => status.query() === null)
  await alert.getByText("Could not connect to server. Please try again.", { exact: true }).findElement()
})

/** A server whose answer depends on the mode of the request; null is no answer. */
const serverOf = (respond: (mode: RequestMode | undefined) => Response | null) =>
  vi.spyOn(window, "fetch").mockImplementation((_url, init) => {
    const response = respond(init?.mode)
    return response === null ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(response)
  })

test.each([
  ["http://localhost:9", () => null, "http://localhost:9 could not be reached."],
  [
    "https://sight.example",
    () => null,
    "https://sight.example could not be reached, or this browser does not trust its certificate.",
  ],
  [
    "https://sight.example",
    () => new Response("<html>", { status: 404 }),
    "A server responded at https://sight.example, but it does not seem to be a Sightline server.",
  ],
  [
    "https://sight.example",
    (mode: RequestMode | undefined) => (mode === "no-cors" ? new Response("") : null),
    "A server responded at https://sight.example, but it does not seem to be a Sightline server.",
  ],
  ["https://sight.example", () => new Response('{"status":-109}'), null],
])(
  "[AUTH-5] a failed sign-in at %s says below the failure which server and what is wrong",
  async (url, respond, said) => {
    localStorage.setItem("serverType", "private")
    localStorage.setItem("serverUrl", url)
    const desk = await form()
    const fetched = serverOf(respond)
    await userEvent.fill(field("Email"), "owner@example.com")
    await userEvent.fill(field("Password"), "sightline")
    await userEvent.click(submit)
    await until(() => desk.asked.some(({ type }) => type === "SignIn"))
    desk.do(moved("asking"))
    desk.do(moved("form", "connect"))
    const alert = page.getByRole("alert")
    await alert.getByText("Failed to sign in.", { exact: true }).findElement()
    await until(() => fetched.mock.calls.length > 0)
    const shown = () => alert.element().textContent?.replaceAll(/[\u2066-\u2069]/g, "") ?? ""
    if (said === null) expect(shown().trim()).toBe("Failed to sign in.")
    else await until(() => shown().includes(said))
    fetched.mockRestore()
  },
)

test.each<[string, unknown]>([
  ["has no workers", undefined],
  [
    "refuses workers",
    class {
      constructor() {
        throw new DOMException("denied", "SecurityError")
      }
    },
  ],
  [
    "cannot load the script of a worker",
    class extends EventTarget {
      readonly terminate = () => {}
      set onerror(fails: () => void) {
        queueMicrotask(fails)
      }
    },
  ],
])("[AUTH-5][WORKER-1] a sign-in in a browser that %s says so below the failure", async (_, worker) => {
  vi.stubGlobal("Worker", worker)
  onTestFinished(() => void vi.unstubAllGlobals())
  const desk = await form()
  desk.do(moved("asking"))
  desk.do(moved("form", "unknown"))
  const alert = page.getByRole("alert")
  await alert.getByText("Failed to sign in.", { exact: true }).findElement()
  await alert.getByText(/did not start a background worker/).findElement()
})

const [signUp, reset] = [{ flow: "signUp" }, { flow: "resetPassword" }] as const
test.each([
  ["a sign-up", "/signup", <SignUp key="up" />, { ...signUp, stage: "submitting" }, { ...signUp, stage: "form" }],
  [
    "a reset",
    "/reset-password",
    <ResetPassword key="r" />,
    { ...reset, stage: "sending" },
    { ...reset, stage: "email" },
  ],
] as const)(
  "[AUTH-7][AUTH-8][WORKER-1] %s in a browser without workers says so below the failure",
  async (_, path, screen, asking, back) => {
    vi.stubGlobal("Worker", undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    const desk = new ScreenDesk()
    await show(desk.client(), screen, path)
    await until(() => desk.asked.some(({ type }) => type === "StartFlow"))
    desk.do({ type: "MoveFlow", to: asking, failure: null })
    desk.do({ type: "MoveFlow", to: back, failure: "unknown" })
    const alert = page.getByRole("alert")
    await alert.getByText("Unknown error. Please try again.", { exact: true }).findElement()
    await alert.getByText(/did not start a background worker/).findElement()
  },
)

test("[EVENT-4][UX-2] a person still signed in sees that the log is gone, until they have taken note", async () => {
  const desk = new ScreenDesk()
  desk.do({ type: "RecordLostLog" })
  await show(desk.client(), <EngineBanners />, "/devices")
  const title = page.getByText("The log in this browser was missing when the app started.")
  await title.findElement()
  const body =
    "The browser may have cleared it. History and actions that had not been sent are lost. You are still signed in."
  await page.getByText(body).findElement()
  await userEvent.click(page.getByRole("button", { name: "Dismiss" }))
  await until(() => title.query() === null)
})

test("[EVENT-4] one banner says that history made room, until somebody has taken note, and names other damage", async () => {
  const desk = new ScreenDesk()
  desk.do({ type: "TryStorage", reason: "quota", forgotten: 0 })
  await show(desk.client(), <EngineBanners />, "/devices")
  const gone = page.getByText("Older entries of the log were removed to make room.", { exact: false })
  expect(gone.query()).toBeNull()
  desk.do({ type: "TryStorage", reason: "quota", forgotten: 5_000 })
  await gone.findElement()
  await page.getByText("This browser had run out of storage space. Unsent actions were kept.").findElement()
  desk.do({ type: "RecordDamage", knew: null, unread: 1, actions: 0, missing: 0, odd: 0, snapshot: false })
  await page.getByText("Part of the log could not be read.").findElement()
  await gone.findElement()
  await userEvent.click(page.getByRole("button", { name: "Dismiss" }))
  await until(() => gone.query() === null)
})

/** Saves a user in local storage, as the app does. */
const saveUser = () => {
  const texts = {
    id: "u",
    email: "owner@example.com",
    name: "Owner",
    uid: "u",
    token: "t",
    type: "main",
    status: "active",
  }
  localStorage.setItem("user", JSON.stringify({ ...texts, createdAt: 0, loginAt: 0 }))
}

test("[AUTH-10][LAYOUT-2] as long as a saved user may still be taken up, nothing says that no account is signed in", async () => {
  saveUser()
  const shell = (
    <>
      <TopBar />
      <LogInOrOut />
    </>
  )
  await show(new ScreenDesk().client(), shell, "/devices")
  await until(() => document.querySelector(".top .conn") !== null)
  expect(page.getByText("Signed out").query()).toBeNull()
  expect(page.getByRole("link", { name: "Sign in" }).query()).toBeNull()
  localStorage.removeItem("user")
  await show(new ScreenDesk().client(), shell, "/devices")
  await page.getByText("Signed out").findElement()
  await page.getByRole("link", { name: "Sign in" }).findElement()
})

test("[AUTH-10][EVENT-4] while the storage hangs no saved user is called signed out, however long that takes", async () => {
  saveUser()
  const desk = new ScreenDesk()
  const status = () => ({ storage: "unanswered", outdated: false, failing: false }) as const
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const pages = [Account, Devices, Presence]
  for (const Page of pages) {
    const shell = (
      <>
        <TopBar />
        <LogInOrOut />
        <Page />
      </>
    )
    await show(desk.client({ ...desk.handle, status }), shell, "/devices")
    await until(() => document.querySelector("h1") !== null)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.getByText("Signed out").query()).toBeNull()
    expect(page.getByText(/^Sign in/).query()).toBeNull()
    await page.getByRole("button", { name: "Log out" }).first().findElement()
  }
  localStorage.removeItem("user")
})

test("[EVENT-4] while a new release reads a long log, a banner says so and how far it is", async () => {
  const client = createClient(() => Date.now())
  saveUser()
  const shell = (
    <>
      <EngineBanners />
      <OutboxLine />
      <LogInOrOut />
    </>
  )
  await show(client, shell, "/devices")
  await page.getByRole("button", { name: /^Outbox/ }).findElement()
  expect(document.querySelector("[role=progressbar]")).toBeNull()
  expect(page.getByRole("link", { name: "Sign in" }).query()).toBeNull()
  client.start.set({ phase: "loading", folded: 0.25 })
  await page.getByText("Preparing the log for this version.").findElement()
  const share = () => document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow") ?? null
  await until(() => share() === "25")
  // The log is not read yet. The page claims neither that the outbox is empty, nor that no user is signed in.
  await page.getByText("Outbox: Loading").findElement()
  expect(page.getByText("Empty").query()).toBeNull()
  expect(page.getByRole("link", { name: "Sign in" }).query()).toBeNull()
  client.start.set({ phase: "loading", folded: 0.75 })
  await until(() => share() === "75")
  localStorage.removeItem("user")
  client.start.set({ phase: "ready", handle: new ScreenDesk().handle, deployment: noDeployment })
  await until(() => share() === null)
  await page.getByRole("link", { name: "Sign in" }).findElement()
})

test("[UX-5][LAYOUT-1] a banner of the ways in ends the window, also on a phone", async () => {
  await page.viewport(390, 800)
  const client = new ScreenDesk().client()
  client.start.set({ phase: "loading", folded: 0.4 })
  await show(
    client,
    <>
      <div className="auth" />
      <EntranceBanners />
    </>,
    "/signin",
  )
  await until(() => document.querySelector(".banner"))
  const end = () => document.querySelector(".banners")?.getBoundingClientRect().bottom ?? 0
  await until(() => Math.round(end()) === window.innerHeight)
})

test("[UX-1] the lower edge of a field has the colour that differs from the page, not below the quiet outline", async () => {
  await show(new ScreenDesk().client(), <SignIn />, "/signin")
  const box = (await field("Password").findElement()).closest(".input")
  const edge = document.createElement("i")
  edge.style.boxShadow = "inset 0 -1px 0 0 var(--control)"
  document.body.append(edge)
  const wanted = getComputedStyle(edge).boxShadow
  edge.remove()
  // The first of several shadows is above the others.
  await until(() => box !== null && getComputedStyle(box).boxShadow.startsWith(wanted))
})

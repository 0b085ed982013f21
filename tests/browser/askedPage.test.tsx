import { Route, Routes, useLocation } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { landingPage } from "../../src/app/flows/askedPage.ts"
import { SignInLink } from "../../src/app/flows/SignInLink.tsx"
import { ResetPassword } from "../../src/app/screens/ResetPassword.tsx"
import { SignIn } from "../../src/app/screens/SignIn.tsx"
import { SignUp } from "../../src/app/screens/SignUp.tsx"
import { Witness } from "../../src/app/shell/Witness.tsx"
import { server } from "../domain/recorder.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** A page that a person asked for before the sign-in opens after it. */

afterEach(close)

const Where = () => {
  const { pathname, search, hash } = useLocation()
  return <output>{`${pathname}${search}${hash}`}</output>
}
const shown = (): string | undefined => document.querySelector("output")?.textContent
const at = (path: string) => until(() => shown() === path)

const AnyPage = () => <SignInLink className="link">To the sign-in</SignInLink>

const open = async (path: string, desk = new ScreenDesk()): Promise<ScreenDesk> => {
  await show(
    desk.client(),
    <>
      <Witness />
      <Where />
      <Routes>
        <Route path="/signin" element={<SignIn />} />
        <Route path="/signup" element={<SignUp />} />
        <Route path="/reset-password" element={<ResetPassword />} />
        <Route path="*" element={<AnyPage />} />
      </Routes>
    </>,
    path,
  )
  await at(path)
  return desk
}

const link = (name: string) => page.getByRole("link", { name, exact: true })

const completeAs = (desk: ScreenDesk, uid: string) =>
  desk.do({
    type: "CompleteSignIn",
    session: {
      id: `session-${uid}-${desk.asked.length}`,
      server: server("https://sight.example"),
      serverType: "private",
      uid,
      name: "Owner",
      email: "owner@example.com",
      createdAt: 1,
    },
  })

const signIn = async (desk: ScreenDesk, uid: string) => {
  await at("/signin")
  await page.getByRole("button", { name: "Sign in", exact: true }).findElement()
  desk.do({ type: "MoveFlow", to: { flow: "signIn", stage: "asking" }, failure: null })
  completeAs(desk, uid)
  desk.do({ type: "MoveFlow", to: { flow: "signIn", stage: "done" }, failure: null })
}

test.each([
  "/account",
  "/devices/d-7",
  "/devices/updates",
  "/log?type=rename&q=a%20b",
  "/settings#x",
  "/devices?kind=lan",
  "/account/",
  "/Account?x=1",
  "/devices/D%2F7/",
  "/viewer/192.168.0.7%3A36459",
  "/log/?q=%25%23%E2%80%8F#e4",
])("[ROUTE-3][AUTH-4] signed in from %s, one is back there", async (path) => {
  const desk = await open(path)
  await userEvent.click(link("To the sign-in"))
  await signIn(desk, "u1")
  await at(path)
})

test("[ROUTE-3] by way of sign-up and of a new password, the page asked for is not lost", async () => {
  const desk = await open("/account")
  await userEvent.click(link("To the sign-in"))
  await userEvent.click(link("Sign up"))
  await at("/signup")
  await userEvent.click(link("I already have an account"))
  await at("/signin")
  await userEvent.click(link("Reset password"))
  await at("/reset-password")
  await userEvent.click(link("Back to sign-in"))
  await signIn(desk, "u1")
  await at("/account")
})

test("[ROUTE-3][AUTH-3] a guest is back on the page as well, except where an account is needed", async () => {
  await open("/settings#x")
  await userEvent.click(link("To the sign-in"))
  await userEvent.click(page.getByRole("button", { name: "Skip sign-in" }))
  await at("/settings#x")
  await open("/account")
  await userEvent.click(link("To the sign-in"))
  await userEvent.click(page.getByRole("button", { name: "Skip sign-in" }))
  await at("/devices")
})

const ended = async (path: string): Promise<ScreenDesk> => {
  const desk = new ScreenDesk()
  completeAs(desk, "first")
  await open(path, desk)
  const { current } = desk.recorder.state.session
  desk.recorder.now = Date.now()
  desk.do({ type: "EndSession", sessionId: current?.id ?? "", reason: "refused" })
  await at("/signin")
  return desk
}

test("[ROUTE-3][MSG-2] after the server ended the session one is back where one was", async () => {
  const desk = await ended("/devices/d-7?kind=lan")
  await signIn(desk, "first")
  await at("/devices/d-7?kind=lan")
})

test("[ROUTE-3][OFFLINE-10] another account than before gets nothing that is particular to the first", async () => {
  await signIn(await ended("/devices/d-7"), "second")
  await at("/devices")
  await signIn(await ended("/log?device=d-7#e4"), "second")
  await at("/log")
  await signIn(await ended("/Log/?device=d-7#e4"), "second")
  await at("/log")
  await signIn(await ended("/DEVICES/d-7/"), "second")
  await at("/devices")
})

test.each([
  "https://evil.example/account",
  "//evil.example/account",
  "/\\evil.example/account",
  "javascript:alert(1)",
  "/signin",
  "/signup?x=1",
  "/reset-password",
  "/",
  "/nowhere",
  "",
  null,
  7,
])("[ROUTE-3][SEC-1] %j in the history entry leads to the devices", (asked) => {
  expect(landingPage({ asked: { page: asked, account: null } }, "any")).toBe("/devices")
})

test("[AUTH-4] without a page asked for, the devices are opened", async () => {
  const desk = await open("/signin")
  await signIn(desk, "u1")
  await at("/devices")
})

import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { lackForFirefox } from "../environment/engineLack.ts"
import { type FirefoxTab, openFirefox } from "./firefoxBrowser.ts"
import { fates } from "./journal.ts"
import { OWNER, PASSWORD } from "./screen.ts"
import { startStack, type TestStack } from "./stack.ts"

/** The app in another engine than Chromium, where engines differ: storage, workers, sockets and files. */

const BEFORE = "Workshop bench"
const AFTER = "Bench, renamed in Firefox"
const PASSCODE = "open-sesame-2468"

const lack = lackForFirefox()
if (lack !== null) console.info(`The app was not opened in Firefox: ${lack}`)

const submit = (tab: FirefoxTab): Promise<void> => tab.page.keyboard.press("Enter")

const signIn = async (tab: FirefoxTab): Promise<void> => {
  await tab.fill("Email", OWNER)
  await tab.fill("Password", PASSWORD)
  await tab.press("button", "Sign in")
  await tab.control("button", `Actions for ${BEFORE}`).wait()
}

const rename = async (tab: FirefoxTab, from: string, to: string): Promise<void> => {
  await tab.press("button", `Actions for ${from}`)
  await tab.press("menuitem", "Rename")
  await tab.fill("Name", to)
  await submit(tab)
  await tab.control("button", `Actions for ${to}`).wait()
}

describe.each(lack === null ? ["Firefox ESR"] : [])("the app in %s", () => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
  })

  test("[ENGINE-1] signs in, keeps a rename offline over a reload, sends it once, and exports and opens its log", async () => {
    const { did } = await stack.device(BEFORE)
    const tab = await openFirefox(stack.app)
    const { page } = tab
    await signIn(tab)
    await tab.press("link", "Account")
    await tab.says("Connected main accounts")
    await tab.press("link", "Devices")
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null)).toBe(true)

    await page.setOfflineMode(true)
    await tab.says("You are offline.")
    await rename(tab, BEFORE, AFTER)
    await page.reload()
    await tab.control("button", `Actions for ${AFTER}`).wait()
    await tab.press("button", "Outbox, 1 action waiting")
    await tab.says(`Rename ${BEFORE} to ${AFTER}`)
    await tab.says("Queued")
    expect(await stack.requests("rename_device")).toEqual([])

    await page.setOfflineMode(false)
    await expect.poll(async () => (await stack.deviceById(did)).name).toBe(AFTER)
    await tab.says("Confirmed")
    expect(fates(await stack.requests("rename_device"))).toEqual(["none applied"])

    // Firefox promises lasting storage only with the person's permission. Until then the settings show this warning.
    await page.goto(`${stack.app}/settings`)
    await tab.says("The browser may remove this data when space runs low.")
    await tab.press("button", "Export")
    await tab.says("Log exported.")
    const saved = () => readdirSync(tab.downloads).filter((name) => !name.endsWith(".part"))
    await expect.poll(saved).toHaveLength(1)
    const [file = ""] = saved()

    await page.goto(`${stack.app}/log`)
    const input = await page.waitForSelector("input[data-file-input]")
    await input?.uploadFile(join(tab.downloads, file))
    await tab.control("heading", file).wait()
    expect(tab.faults()).toEqual([])
  })

  test("[ENGINE-1] scans the network, asks for the passcode, and shows and operates a device", async () => {
    const rack = await stack.device("Rack 3")
    await stack.patchDevice(rack.did, { passcode: PASSCODE })
    const tab = await openFirefox(`${stack.app}/signin`)
    await tab.press("button", "Skip sign-in")
    await tab.press("link", "On this network")
    await tab.press("button", "Add address")
    await tab.fill("IP address or subnet", "127.0.1.*")
    await submit(tab)
    await tab.press("button", "Scan network")
    await tab.says("254 of 254")
    await tab.press("button", "Connect to Rack 3")
    await tab.fill("Passcode", PASSCODE)
    await submit(tab)
    // Only a running picture has a delay.
    await expect.poll(tab.text).toMatch(/[0-9]+ ms/)
    const screen = await tab.page.waitForSelector('::-p-aria([name="Screen of Rack 3"])')
    await screen?.focus()
    await tab.page.keyboard.type("hello")
    await expect.poll(() => stack.screenText(rack.did)).toContain("hello")
    expect(tab.faults()).toEqual([])
  })
})

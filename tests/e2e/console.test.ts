import { readFileSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest"
import { chromiumArguments, findChromium } from "../../emulator/bench/chromium.ts"
import { type RunningEmulation, start } from "../emulator/server.ts"

/** The emulator's console in a real browser. */

let running: RunningEmulation
let browser: Browser
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  running = await start()
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium()
  browser = await chromium.launch({
    args: [...chromiumArguments()],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
})
afterAll(async () => {
  await browser.close()
  await running.close()
})
beforeEach(async () => {
  await running.control("POST", "reset", { scenario: "demo", seed: 1 })
  complaints = []
  page = await browser.newPage()
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(running.urls.console)
  await page.getByText("Running").waitFor()
})
afterEach(() => page.close())

const section = (name: string) => page.getByRole("region", { name })

test("[EMU-6] accounts, devices, mail and requests are shown as they come", async () => {
  await section("Accounts").getByText("Ines Duarte", { exact: true }).first().waitFor()
  await section("Devices").getByText("Control room A").waitFor()
  const owner = await running.signIn()
  await owner.post("update_email", { newEmail: "fresh@example.com" })
  await section("Mail").getByText("fresh@example.com").waitFor()
  const code = running.emulation.world().mail("fresh@example.com")[0]?.code ?? ""
  await section("Mail").getByText(code).waitFor()
  const requests = page.getByRole("complementary", { name: "Traffic" })
  const row = requests.getByRole("listitem").filter({ hasText: "update_email" })
  await row.getByText(/^Answer \{.*"status":0/).click()
  await row.getByText('"status": 0').waitFor()
  expect(complaints).toEqual([])
})

test("[EMU-6] the pages of many devices are turned, and a search begins at its first", async () => {
  await running.control("POST", "devices", { count: 250, kind: "cloud", name: "Wing" })
  const devices = section("Devices")
  const pages = devices.getByRole("group", { name: "Pages of devices" })
  await pages.getByText(/^1 to 200 of 2[0-9]+$/).waitFor()
  await pages.getByRole("button", { name: "Next" }).click()
  await pages.getByText(/^201 to 2[0-9]+ of 2[0-9]+$/).waitFor()
  await expect.poll(() => devices.getByText("Control room A").count()).toBe(0)
  await page.getByLabel("Search devices").fill("control room")
  await devices.getByText("Control room A").waitFor()
  await expect.poll(() => pages.isVisible()).toBe(false)
  expect(complaints).toEqual([])
})

test("[EMU-6] of many requests the oldest are found by a word, and shown on demand", async () => {
  const owner = await running.signIn()
  await owner.post("get_main_accounts")
  for (let sent = 0; sent < 160; sent += 1) await running.post("signin", { email: `nobody ${sent}`, password: "" })
  const rows = page.getByRole("complementary", { name: "Traffic" }).locator("li.request")
  await expect.poll(() => rows.count()).toBe(150)
  const filter = page.getByLabel("Filter the traffic")
  await filter.fill("main_accounts")
  await expect.poll(() => rows.count()).toBe(1)
  await filter.fill("")
  await page.getByRole("button", { name: "Show older" }).click()
  await expect.poll(() => rows.count()).toBe(162)
  await expect.poll(() => page.getByRole("button", { name: "Show older" }).count()).toBe(0)
  expect(complaints).toEqual([])
})

const requests = () => page.getByRole("complementary", { name: "Traffic" }).locator("li.request")

test("[EMU-6] of an emulator that was started again the requests are shown from its first on", async () => {
  await running.signIn()
  await running.signIn()
  await expect.poll(() => requests().count()).toBe(2)
  const next = await start()
  onTestFinished(next.close)
  await next.signIn()
  // The numbers of its requests start at 1 again.
  await page.route("**/emulator/api/**", async (route) => {
    const answer = await fetch(route.request().url().replace(running.urls.cloud, next.urls.cloud))
    await route.fulfill({ status: answer.status, contentType: "application/json", body: await answer.text() })
  })
  await expect.poll(() => requests().count()).toBe(1)
  await page.unrouteAll({ behavior: "wait" })
})

test("[EMU-6] what was asked of the world before is not shown when somebody starts over meanwhile", async () => {
  await running.signIn()
  await expect.poll(() => requests().count()).toBe(1)
  const since = /requests\?since=/
  const answered = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  await page.route(since, async (route) => {
    await answered.promise
    const answer = await route.fetch()
    asked.resolve()
    await late.promise
    await route.fulfill({ response: answer })
  })
  await running.signIn()
  answered.resolve()
  await asked.promise
  page.on("dialog", (dialog) => void dialog.accept())
  const begun = page.waitForResponse(/api\/reset$/)
  await page.getByRole("button", { name: "Start over" }).click()
  await begun
  const again = page.waitForResponse(/requests\?since=0$/)
  late.resolve()
  await page.unrouteAll({ behavior: "wait" })
  await again
  await expect.poll(() => requests().count()).toBe(0)
})

test("[EMU-6] a scenario that fails midway says why, and shows the requests of its own world alone", async () => {
  await running.signIn()
  await expect.poll(() => requests().count()).toBe(1)
  const steps = [{ method: "PATCH", path: "devices/none", body: { power: "off" } }]
  await page.evaluate((scenario) => localStorage.setItem("emulator.scenarios", JSON.stringify([scenario])), {
    name: "Broken",
    steps,
  })
  await page.getByRole("button", { name: "Run", exact: true }).click()
  await page.getByText("no device none").waitFor()
  await expect.poll(() => requests().count()).toBe(0)
})

test("[EMU-6] the form of faults is filled as soon as the cloud is back that was down when the page opened", async () => {
  running.emulation.takeDown(600_000)
  const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/docs/openapi.json"))
  await page.reload()
  await refused
  const calls = section("Faults").getByLabel("Call").locator("option")
  await expect.poll(() => calls.count()).toBe(1)
  running.emulation.takeDown(0)
  await expect.poll(() => calls.count()).toBeGreaterThan(1)
})

test("[EMU-6] an answer that comes late draws nothing over the answer to what was searched for since", async () => {
  const find = page.getByLabel("Search devices")
  const rows = section("Devices").getByRole("row")
  const late = Promise.withResolvers<void>()
  await page.route(/find=r$/, async (route) => {
    await late.promise
    await route.continue()
  })
  await find.fill("r")
  await find.fill("rack 3")
  // The header of the table counts as a row.
  await expect.poll(() => rows.count()).toBe(2)
  const answered = page.waitForResponse(/find=r$/)
  late.resolve()
  await (await answered).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await rows.count()).toBe(2)
})

test("[EMU-6] a fault is added by the form, acts, shows in the live list and is removed", async () => {
  const owner = await running.signIn()
  const faults = section("Faults")
  await faults.getByLabel("Fault").selectOption("drop-reply")
  await faults.getByLabel("Call").selectOption({ label: "rename_account" })
  await faults.getByLabel("Times").fill("2")
  await faults.getByRole("button", { name: "Add fault" }).click()
  await faults.getByText("/api/v2/rename_account; 2 more").waitFor()
  await expect(owner.post("rename_account", { newName: "Lost reply" })).rejects.toThrow()
  await page.getByText("Applied, the reply was lost").waitFor()
  await section("Accounts").getByText("Lost reply").waitFor()
  await faults.getByRole("button", { name: "Remove", exact: true }).click()
  await faults.getByText("No fault.").waitFor()
  expect(running.emulation.faults.list()).toEqual([])
})

test("[EMU-6] a device is turned off and on, and the button keeps the focus", async () => {
  const button = section("Devices").getByTitle("Turn Control room A off")
  await button.focus()
  await page.keyboard.press("Enter")
  const back = section("Devices").getByTitle("Turn Control room A on")
  await back.waitFor()
  await expect.poll(() => back.evaluate((element) => element === document.activeElement)).toBe(true)
  const device = running.emulation
    .world()
    .view(Date.now())
    .devices.find(({ name }) => name === "Control room A")
  expect(device?.power).toBe("off")
})

test("[EMU-6] a device is changed, a recipe breaks something, and both are kept as a scenario and done again", async () => {
  await section("Devices").getByTitle("Change Rack 3").click()
  const form = page.getByRole("dialog", { name: "Change a device" })
  await expect.poll(() => form.getByLabel("Text of the screen").inputValue()).toMatch(/^Nobody has looked/)
  await form.getByLabel("Passcode").fill("1357")
  await form.getByLabel("Mode").selectOption("usb")
  await form.getByRole("button", { name: "Change" }).click()
  await page.getByText("Rack 3 was changed.").waitFor()
  await page.getByRole("button", { name: "Stall the next upload" }).click()
  await section("Faults").getByText("any device; 1 more, upload at 50 %").waitFor()
  await section("Scenarios").getByLabel("Name").fill("Stalled rack")
  await page.getByRole("button", { name: "Save as scenario" }).click()
  await running.control("DELETE", "faults")
  page.on("dialog", (asked) => void asked.accept())
  await page.getByRole("button", { name: "Start over" }).click()
  await page.getByText("Started over.").waitFor()
  await page.getByLabel("Search devices").fill("rack 3")
  await expect.poll(() => section("Devices").getByRole("row").count()).toBe(2)
  await section("Devices")
    .getByText(/HID mode/)
    .waitFor()
  await page.getByRole("button", { name: "Run", exact: true }).click()
  await section("Devices")
    .getByText(/USB stream mode/)
    .waitFor()
  await section("Faults").getByText("stall-firmware", { exact: true }).last().waitFor()
  const { devices } = running.emulation.world().view(Date.now())
  expect(devices.find(({ name }) => name === "Rack 3")).toMatchObject({ passcode: "1357", mode: "usb" })
  expect(complaints).toEqual([])
})

test("[EMU-6] a name from a device is text, whatever it looks like", async () => {
  const name = `<img src=x onerror="document.title='taken'">`
  await running.control("POST", "devices", { count: 1, name, kind: "cloud" })
  await section("Devices").getByText(name).waitFor()
  await expect.poll(() => page.title()).toBe("Emulator, Sightline")
  await expect.poll(() => page.locator("img").count()).toBe(0)
  expect(complaints).toEqual([])
})

test("[EMU-6] the console and the API document have no axe violation, dark and light", async () => {
  const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8")
  for (const address of [running.urls.console, `${running.urls.cloud}/docs`])
    for (const colorScheme of ["dark", "light"] as const) {
      await page.evaluate((theme) => localStorage.setItem("emulator.theme", theme), colorScheme)
      await page.goto(address)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.evaluate(axe)
      const found = await page.evaluate(
        // The themes differ only in colours.
        `axe.run(${colorScheme === "dark" ? "{}" : '{runOnly: ["color-contrast"]}'})
          .then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))`,
      )
      expect([address, colorScheme, found]).toEqual([address, colorScheme, []])
    }
})

test("[CALL-1] in the API document a call is found by a word, and run against the mock by the demo account", async () => {
  await page.goto(`${running.urls.cloud}/docs`)
  await page.getByLabel("Filter the calls").fill("wakes what is behind")
  await expect.poll(() => page.locator("main section:visible").count()).toBe(1)
  await expect.poll(() => page.locator(".group-name:visible").allInnerTexts()).toEqual(["Devices"])
  const call = page.locator("#request_device")
  await call.getByRole("button", { name: "Run against this mock" }).click()
  await expect.poll(() => call.getByRole("status").textContent()).toContain('"status": 0')
  await expect
    .poll(() =>
      running.emulation
        .world()
        .view(Date.now())
        .devices.some(({ wakes }) => wakes === 1),
    )
    .toBe(true)
  expect(complaints).toEqual([])
})

test("[EMU-4] a browser sends a dropped request once: no entry of the journal is without its fault", async () => {
  const path = "/api/v2/get_main_accounts"
  for (const fault of ["drop-reply", "drop-request"]) {
    await running.control("POST", "reset", { scenario: "demo", seed: 1 })
    await running.control("POST", "faults", { match: { path }, fault, times: 8 })
    const failed = await page.evaluate(async (url) => {
      let count = 0
      for (let sent = 0; sent < 12; sent++)
        await fetch(url, { method: "POST", body: JSON.stringify({ uid: "u", token: "t" }) }).catch(() => {
          count += 1
        })
      return count
    }, `${running.urls.cloud}${path}`)
    const entries = await running.requests()
    expect([failed, entries.length, entries.filter((entry) => entry.fault === fault).length]).toEqual([8, 12, 8])
  }
})

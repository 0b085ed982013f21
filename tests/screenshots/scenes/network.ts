import type { Route } from "playwright"
import { forbidBridge, forgoBridge, unpairBridge } from "../../e2e/withoutBridge.ts"
import type { Scene, SceneStage } from "../scene.ts"
import { LEFT, OWNER } from "./people.ts"
import { goAway } from "./steps.ts"

/** More networks than any computer has, so that the scan lasts. */
const WIDE = "10.*.*.*"

const network = { who: OWNER, path: "/devices/network" } as const

const answered = ({ seeName }: SceneStage) => seeName(LEFT)

const add = async ({ fill, page }: SceneStage, target: string) => {
  await fill("pages.network.targets.field", target)
  await page.keyboard.press("Enter")
}

/** The network of the first device with an address. */
const nearby = async ({ page }: SceneStage): Promise<string> => {
  const address = await page
    .getByText(/^127\.[0-9.]+$/)
    .first()
    .textContent()
  return (address ?? "").replace(/\.[0-9]+$/, ".*")
}

/** Runs one scan to its end. */
const scanned = async (stage: SceneStage) => {
  const { page, t, press } = stage
  await answered(stage)
  const near = await nearby(stage)
  await press("common.action.addAddress")
  await add(stage, near)
  await press("pages.network.targets.scanOne", { target: near })
  const running = page.getByText(t("pages.network.targets.running"), { exact: true }).first()
  await running.waitFor()
  await running.waitFor({ state: "detached" })
}

/** Starts a further scan, which is still running. */
const scanning = async (stage: SceneStage) => {
  await scanned(stage)
  await add(stage, WIDE)
  await stage.press("pages.network.targets.scanOne", { target: WIDE })
  await stage.page.getByRole("progressbar").first().waitFor()
  await stage.page.locator(".scan-head .fig bdi").filter({ hasNotText: /^.$/u }).first().waitFor()
}

const searches: readonly Scene[] = [
  { ...network, name: "network", main: true, play: scanning },
  { ...network, name: "network-scanned", main: true, play: scanned },
  {
    ...network,
    name: "network-wrong-address",
    leave: goAway,
    play: async (stage) => {
      await answered(stage)
      await stage.press("common.action.addAddress")
      await add(stage, "192.168.1.300")
      await stage.page.getByText("300").first().waitFor()
    },
  },
]

/** A deployment whose server has no bridge. */
const withoutBridge = async (route: Route): Promise<void> => {
  const given = await route.fetch()
  await route.fulfill({ json: { ...(await given.json()), bridge: undefined } })
}

/** The reasons for which this page may not reach its network, each with its steps. */
const barred: readonly Scene[] = [
  {
    ...network,
    name: "network-no-bridge",
    main: true,
    before: ({ context }) => context.route("**/config.json", withoutBridge),
    play: async ({ page, see }) => {
      await see("pages.network.state.none")
      await page.locator(".steps").waitFor()
    },
  },
  {
    ...network,
    name: "network-away",
    main: true,
    before: ({ context, stack }) => forgoBridge(context, stack),
    play: ({ see }) => see("pages.network.state.away"),
  },
  {
    ...network,
    name: "network-unpaired",
    main: true,
    before: ({ context }) => unpairBridge(context),
    play: ({ see }) => see("pages.network.unpaired.title"),
  },
  {
    ...network,
    name: "network-forbidden",
    main: true,
    before: ({ context, stack }) => Promise.all([forgoBridge(context, stack), forbidBridge(context)]),
    play: ({ see }) => see("pages.network.forbidden.title"),
  },
  {
    name: "settings-pairing",
    path: "/settings",
    whole: true,
    before: ({ context }) => unpairBridge(context),
    play: async ({ press, page, t }) => {
      await press("pages.settings.pairing.pair")
      await page.getByLabel(t("pages.settings.pairing.code"), { exact: true }).waitFor()
    },
  },
]

/** Finding the devices of this network, and the obstacles for a page. */
export const networkScenes: readonly Scene[] = [...searches, ...barred]

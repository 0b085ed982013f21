import { spawnSync } from "node:child_process"
import { gjsEngine } from "../../desktop/gjsWindow.ts"

/** Names what this system lacks to show a real window on a virtual screen; null if nothing. */
export const lackForDesktop = async (): Promise<string | null> =>
  spawnSync("Xvfb", ["-help"], { stdio: "ignore" }).error === undefined
    ? gjsEngine.lack()
    : "a window that is not shown needs Xvfb: on Debian and Ubuntu, apt-get install xvfb"

/** Debian's package of Firefox ESR: its tests drive this very file, never a browser a person works with. */
export const FIREFOX = "/usr/bin/firefox-esr"

/** What this system lacks to test in Firefox; null when nothing. */
export const lackForFirefox = (): string | null =>
  spawnSync(FIREFOX, ["--version"], { stdio: "ignore" }).status === 0
    ? null
    : `${FIREFOX} is missing: on Debian, apt-get install firefox-esr`

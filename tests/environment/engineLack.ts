import { spawnSync } from "node:child_process"
import { gjsEngine } from "../../desktop/gjsWindow.ts"

/** The missing parts for a real window on a virtual screen. Null when none is missing. */
export const lackForDesktop = async (): Promise<string | null> =>
  spawnSync("Xvfb", ["-help"], { stdio: "ignore" }).error === undefined
    ? gjsEngine.lack()
    : "a window that is not shown needs Xvfb: on Debian and Ubuntu, apt-get install xvfb"

/** Debian's package of Firefox ESR. Tests drive this file, never the browser that a person works with. */
export const FIREFOX = "/usr/bin/firefox-esr"

/** The missing parts for tests in Firefox. Null when none is missing. */
export const lackForFirefox = (): string | null =>
  spawnSync(FIREFOX, ["--version"], { stdio: "ignore" }).status === 0
    ? null
    : `${FIREFOX} is missing: on Debian, apt-get install firefox-esr`

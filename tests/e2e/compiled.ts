/** Arguments of a browser whose process stays, so that it compiles the app once. */

/** Features that Playwright starts a browser without. Chromium heeds the last such list alone, so ours repeats them. */
const BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
]

/** Compiles a script while it arrives, also where the process has its compiled code already. */
const STREAMING = "ScriptStreaming"

export const WITHOUT_STREAMING = `--disable-features=${[...BY_PLAYWRIGHT, STREAMING].join(",")}`

/** For V8: compiled code is kept between two pages as well. */
export const KEPT_COMPILED = ["--no-flush-bytecode", "--no-isolate-script-cache-ageing"]

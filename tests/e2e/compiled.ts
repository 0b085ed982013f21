/** Arguments for a browser whose process stays, so that it compiles the app once. */

/** Features that Playwright disables in a browser. Chromium uses only the last such list, so ours repeats them. */
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

/** Compiles a script while it loads, even when the process already has its compiled code. */
const STREAMING = "ScriptStreaming"

export const WITHOUT_STREAMING = `--disable-features=${[...BY_PLAYWRIGHT, STREAMING].join(",")}`

/** For V8: keeps compiled code between two pages too. */
export const KEPT_COMPILED = ["--no-flush-bytecode", "--no-isolate-script-cache-ageing"]

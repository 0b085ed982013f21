import { bridgeCapabilities } from "../../src/domain/wire/bridge.ts"
import type { Jobs } from "../firmware/jobs.ts"
import type { Latest } from "../firmware/latest.ts"
import type { Discovery } from "../lan/discovery.ts"
import { feedPage } from "../lan/feed.ts"
import type { LinuxTips } from "../system/linuxTips.ts"
import { VERSION } from "../version.ts"
import type { ConnectedPage } from "./page.ts"

/** The messages that the bridge sends to a new page: first its version, then running jobs and known devices. */

export interface GreetingOptions {
  readonly jobs: Jobs
  readonly discovery: Discovery
  readonly latest: Latest
  readonly latestVersion?: string
  readonly tips: () => Promise<LinuxTips | undefined>
}

export const greetPage = async (page: ConnectedPage, options: GreetingOptions): Promise<void> => {
  const { jobs, discovery, latest, latestVersion } = options
  const app = page.visitor.kind === "window" && { app: true }
  page.send({ type: "hello", version: VERSION, os: process.platform, ...app, capabilities: bridgeCapabilities })
  page.send({ type: "app_version", version: VERSION, ...(latestVersion !== undefined && { latest: latestVersion }) })
  for (const progress of jobs.progress.all()) page.send(progress)
  discovery.wanted(page.gone)
  feedPage(page, discovery.lanDevices)
  const [firmware, tips] = await Promise.all([latest.read(), options.tips()])
  if (firmware !== undefined) page.send({ type: "latest_firmware", ...firmware })
  // The bridge also reports that nothing is missing, because something may have been missing at the last start.
  if (tips !== undefined) page.send({ type: "linux_tips", ...tips })
}

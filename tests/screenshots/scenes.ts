import type { Scene } from "./scene.ts"
import { accountScenes } from "./scenes/account.ts"
import { authScenes } from "./scenes/auth.ts"
import { deviceScenes } from "./scenes/devices.ts"
import { logScenes } from "./scenes/log.ts"
import { networkScenes } from "./scenes/network.ts"
import { outboxScenes } from "./scenes/outbox.ts"
import { lastingScenes, outcomeScenes } from "./scenes/outcomes.ts"
import { passingScenes } from "./scenes/passing.ts"
import { settingsScenes } from "./scenes/settings.ts"
import { updateScenes } from "./scenes/updates.ts"
import { viewerScenes } from "./scenes/viewers.ts"

/** Every screen, dialog and state. A new scene here is pictured, and checked with the pseudo-locale. */
export const scenes: readonly Scene[] = [
  ...authScenes,
  ...deviceScenes,
  ...outcomeScenes,
  ...accountScenes,
  ...settingsScenes,
  ...outboxScenes,
  ...logScenes,
  ...networkScenes,
  ...viewerScenes,
  ...updateScenes,
  ...passingScenes,
  ...lastingScenes,
]

import { type ComponentType, lazy, Suspense } from "react"
import { overlaysAhead } from "../loading/inTurn.ts"

/** Should the code of the host not come, the page works all the same and opens no dialog. */
const DialogHost = lazy(
  (): Promise<{ default: ComponentType }> =>
    overlaysAhead()
      .then(() => import("./DialogHost.tsx"))
      .then(
        (module) => ({ default: module.DialogHost }),
        () => ({ default: () => null }),
      ),
)

/** Dialogs come after the first screen. */
export const DialogHostLater = () => (
  <Suspense fallback={null}>
    <DialogHost />
  </Suspense>
)

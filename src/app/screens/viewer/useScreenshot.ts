import { useToast } from "../../toasts/useToast.ts"
import { copyScreenshot, saveScreenshot } from "../../viewer/screenshot.ts"
import type { ViewerStage } from "./useViewer.ts"

export interface Screenshot {
  readonly save: () => void
  readonly copy: () => void
}

/** The present picture, as a file or on the clipboard; never in the log. */
export const useScreenshot = ({ act }: ViewerStage, name: string): Screenshot => {
  const toast = useToast()
  const failed = () => toast({ kind: "error", message: "devices.viewer.screenshot.failed" })
  const of = (take: (canvas: HTMLCanvasElement) => void) =>
    act((viewer) => {
      const canvas = viewer.canvas()
      if (canvas === null) failed()
      else take(canvas)
    })
  return {
    save: () =>
      of((canvas) =>
        saveScreenshot(canvas, name, (went) => {
          if (!went) failed()
        }),
      ),
    copy: () =>
      of((canvas) =>
        copyScreenshot(canvas, (went) => {
          if (went) toast({ kind: "success", message: "devices.viewer.screenshot.copied" })
          else failed()
        }),
      ),
  }
}

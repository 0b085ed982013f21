import type { ReactNode } from "react"
import { PictureKeysContext, useKeysAfterDialog, usePictureKeys } from "./pictureKeys.ts"
import type { ViewerStage } from "./useViewer.ts"

/** The page of the viewer. Within it the keys go from the picture to the controls and back. */
export const PictureKeysScope = ({
  stage,
  className,
  children,
}: {
  readonly stage: ViewerStage
  readonly className: string
  readonly children: ReactNode
}) => {
  const { keys, handlers } = usePictureKeys(stage)
  useKeysAfterDialog(keys)
  return (
    <div className={className} {...handlers}>
      <PictureKeysContext value={keys}>{children}</PictureKeysContext>
    </div>
  )
}

import { type ComponentProps, lazy, Suspense, useState } from "react"
import { Button } from "./Button.tsx"
import { DownIcon } from "./icons.ts"
import type { MenuButton as Eager } from "./Menu.tsx"

const load = () => import("./Menu.tsx").then(({ MenuButton }) => ({ default: MenuButton<string> }))
const MenuButton = lazy(load)

type Props = Omit<ComponentProps<typeof Eager<string>>, "opensAtOnce"> & {
  /** Called when the menu's code cannot be fetched; the next press tries again. */
  readonly onMissing: () => void
}
/** Ahead of a press nobody needs to hear that it failed. */
const loadAhead = () => void load().catch(() => undefined)

/**
 * `MenuButton` for screens that must stay light: the menu's code comes when a pointer or the focus arrives. Until then
 * an equal button stands in, so nothing moves.
 */
export const MenuButtonLater = ({ onMissing, ...props }: Props) => {
  const [wanted, setWanted] = useState(false)
  const { label, children, icon } = props
  const standIn = (
    <Button
      variant="plain"
      aria-label={label}
      aria-haspopup="menu"
      iconEnd={DownIcon}
      onHoverStart={loadAhead}
      onFocus={loadAhead}
      onPress={() => load().then(() => setWanted(true), onMissing)}
      {...(icon === undefined ? {} : { icon })}
    >
      {children}
    </Button>
  )
  if (!wanted) return standIn
  return (
    <Suspense fallback={standIn}>
      <MenuButton {...props} opensAtOnce />
    </Suspense>
  )
}

import { type ComponentProps, useState } from "react"
import { laterPart } from "../loading/overlay.ts"
import { Button } from "./Button.tsx"
import { DownIcon } from "./icons.ts"
import type { MenuButton } from "./Menu.tsx"

type Props = ComponentProps<typeof MenuButton<string>>

const menu = laterPart<Props>(async () => (await import("./Menu.tsx")).MenuButton)
/** A fetch ahead of a press may fail without a message. */
const fetchAhead = () => void menu.fetch().catch(() => undefined)

/**
 * `MenuButton` for screens that must stay light. The menu's code is fetched when a pointer or the focus arrives. Until
 * then an equal button is shown, so nothing moves. `onMissing` is called when the code cannot be fetched; the next
 * press tries again.
 */
export const MenuButtonLater = ({ onMissing, ...props }: Props & { readonly onMissing: () => void }) => {
  const [wanted, setWanted] = useState(false)
  const Menu = menu.part()
  if (wanted && Menu !== undefined) return <Menu {...props} />
  return (
    <Button
      variant="plain"
      aria-label={props.label}
      aria-haspopup="menu"
      icon={props.icon}
      iconEnd={DownIcon}
      onHoverStart={fetchAhead}
      onFocus={fetchAhead}
      onPress={() => menu.fetch().then(() => setWanted(true), onMissing)}
    >
      {props.children}
    </Button>
  )
}

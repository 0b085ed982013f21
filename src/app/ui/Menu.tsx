import { Fragment, type ReactElement, type ReactNode, useEffect, useState } from "react"
import { Menu as AriaMenu, MenuItem, MenuTrigger, Separator } from "react-aria-components/Menu"
import { Popover } from "react-aria-components/Popover"
import { BackCloses } from "./BackCloses.tsx"
import { Button } from "./Button.tsx"
import { Icon, type IconShape } from "./Icon.tsx"
import { IconButton } from "./IconButton.tsx"
import { DownIcon, MoreIcon } from "./icons.ts"
import { LightIcon } from "./LightIcon.tsx"
import { Tick } from "./Tick.tsx"

export interface MenuEntry<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly icon?: IconShape
  readonly prefix?: string
  readonly lang?: string
  /** Key cap, only shown and no part of the name. Other code handles the key. */
  readonly shortcut?: string
  readonly danger?: boolean
  /** True for a line above the entry. */
  readonly separated?: boolean
}

interface Entries<Id extends string> {
  readonly items: ReadonlyArray<MenuEntry<Id>>
  readonly onAction: (id: Id) => void
  /** Marks the present choice. */
  readonly selected?: Id
}

const Entry = <Id extends string>({
  entry,
  isSelected,
}: {
  readonly entry: MenuEntry<Id>
  readonly isSelected: boolean
}) => (
  <MenuItem id={entry.id} textValue={entry.label} className={entry.danger === true ? "item danger" : "item"}>
    {entry.icon && <Icon of={entry.icon} />}
    {entry.prefix === undefined ? null : <span className="prefix" aria-hidden="true" data-text={entry.prefix} />}
    <span lang={entry.lang}>{entry.label}</span>
    {entry.shortcut !== undefined && <span className="kbd" aria-hidden="true" data-text={entry.shortcut} />}
    {isSelected && <Tick />}
  </MenuItem>
)

/** The entries of an open menu; inside its trigger. */
export const MenuEntries = <Id extends string>({
  items,
  onAction,
  selected,
  label,
}: Entries<Id> & { readonly label: string }) => (
  <Popover className="pop menu-pop" placement="bottom end" offset={4}>
    <BackCloses />
    <AriaMenu
      className="menu"
      aria-label={label}
      {...(selected === undefined ? {} : { selectionMode: "single" as const, selectedKeys: [selected] })}
      onAction={(key) => {
        const entry = items.find(({ id }) => id === key)
        if (entry !== undefined) onAction(entry.id)
      }}
    >
      {items.map((entry) => (
        <Fragment key={entry.id}>
          {entry.separated === true && <Separator className="sep" />}
          <Entry entry={entry} isSelected={entry.id === selected} />
        </Fragment>
      ))}
    </AriaMenu>
  </Popover>
)

/** The button with three dots. `label` names the owner of the actions: "Actions for Control room A". */
export const ActionMenu = <Id extends string>({ label, ...entries }: Entries<Id> & { readonly label: string }) => (
  <MenuTrigger>
    <IconButton icon={MoreIcon} label={label} small />
    <MenuEntries {...entries} label={label} />
  </MenuTrigger>
)

/**
 * `ActionMenu` for long lists, where a menu behind every row would make scrolling slow. A bare button replaces the menu
 * until its first use, and its entries, `MenuEntries`, load with it. The menu of another subject starts closed.
 */
export const LightActionMenu = ({
  subject,
  label,
  children,
  isStop = true,
}: {
  /** The owner of these actions. */
  readonly subject: string
  readonly label: string
  readonly children: ReactElement
  /** True when Tab stops here. In a list with one Tab stop the list's keys lead to the menu. */
  readonly isStop?: boolean
}) => {
  const [wantedOf, setWantedOf] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const wanted = wantedOf === subject
  const want = () => setWantedOf(subject)
  // Otherwise it would open when its row shows the same subject again.
  if (wantedOf !== null && !wanted) setWantedOf(null)
  // The real button takes the focus first, so that the menu returns it there when it closes.
  useEffect(() => setOpen(wanted), [wanted])
  if (!wanted)
    return (
      <button
        type="button"
        className="icon sm"
        tabIndex={isStop ? 0 : -1}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded="false"
        onClick={want}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") want()
        }}
      >
        <LightIcon of="more" />
      </button>
    )
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <IconButton icon={MoreIcon} label={label} small autoFocus excludeFromTabOrder={!isStop} />
      {children}
    </MenuTrigger>
  )
}

/**
 * A button with words that opens a menu. It opens at once, because it takes the place of `MenuButtonLater` after a
 * press: the trigger takes the focus first, so that the menu returns it there when it closes.
 */
export const MenuButton = <Id extends string>({
  label,
  children,
  icon,
  ...entries
}: Entries<Id> & {
  readonly label: string
  readonly children: ReactNode
  readonly icon: IconShape
}) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button variant="plain" aria-label={label} icon={icon} iconEnd={DownIcon} autoFocus>
        {children}
      </Button>
      <MenuEntries {...entries} label={label} />
    </MenuTrigger>
  )
}

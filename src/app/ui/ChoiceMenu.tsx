import { createContext, Fragment, useContext } from "react"
import { Button } from "react-aria-components/Button"
import { Header } from "react-aria-components/Header"
import { Menu, MenuItem, MenuSection, MenuTrigger, Separator } from "react-aria-components/Menu"
import { Popover } from "react-aria-components/Popover"
import { Text } from "react-aria-components/Text"
import { BackCloses } from "./BackCloses.tsx"
import { Icon, type IconShape } from "./Icon.tsx"
import { DownIcon } from "./icons.ts"
import { Tick } from "./Tick.tsx"

export interface ChoiceGroup {
  readonly id: string
  /** For screen readers, and shown above the choices unless the button shows it already. */
  readonly label: string
  readonly labelHidden?: boolean
  readonly mode: "one" | "several"
  readonly chosen: readonly string[]
  readonly choices: readonly { readonly id: string; readonly label: string }[]
  /** In the order of `choices`. */
  readonly onChange: (chosen: readonly string[]) => void
}

/**
 * The key of a choice in its menu, where groups and choices share a namespace. A choice may be free text, and no
 * group's id contains a colon.
 */
const keyOf = (group: string, choice: string): string => `${group}:${choice}`

/**
 * The number of items that each choice of a group would show; undefined where it is not shown. Passed by context,
 * because counts change with each letter of a search, and only an open menu shows them.
 */
export const ChoiceCounts = createContext<(group: string, choice: string) => string | undefined>(() => undefined)

const Count = ({ group, choice }: { readonly group: string; readonly choice: string }) => {
  const count = useContext(ChoiceCounts)(group, choice)
  if (count === undefined) return null
  return (
    <Text slot="description" className="n">
      {count}
    </Text>
  )
}

const Group = ({
  group: { id, label, labelHidden = false, mode, chosen, choices, onChange },
}: {
  readonly group: ChoiceGroup
}) => (
  <MenuSection
    id={id}
    aria-label={label}
    selectionMode={mode === "one" ? "single" : "multiple"}
    disallowEmptySelection={mode === "one"}
    selectedKeys={chosen.map((choice) => keyOf(id, choice))}
    onSelectionChange={(keys) =>
      onChange(choices.filter((choice) => keys === "all" || keys.has(keyOf(id, choice.id))).map((choice) => choice.id))
    }
  >
    {!labelHidden && <Header className="menu-head">{label}</Header>}
    {choices.map((choice) => (
      <MenuItem key={choice.id} id={keyOf(id, choice.id)} textValue={choice.label} className="item">
        {({ isSelected }) => (
          <>
            <Text slot="label" elementType="bdi" className="cut" title={choice.label}>
              {choice.label}
            </Text>
            <Count group={id} choice={choice.id} />
            {isSelected && <Tick />}
          </>
        )}
      </MenuItem>
    ))}
  </MenuSection>
)

/**
 * A button that opens choices in groups. It stays open while a person makes several. `label` is its name, `children`
 * its content. As a chip it shows whether something is chosen; plain, it is only a word.
 */
export const ChoiceMenu = ({
  label,
  children,
  icon,
  isActive = false,
  plain = false,
  groups,
}: {
  readonly label: string
  readonly children: string
  readonly icon?: IconShape
  readonly isActive?: boolean
  readonly plain?: boolean
  readonly groups: readonly ChoiceGroup[]
}) => (
  <MenuTrigger>
    <Button
      aria-label={label}
      isDisabled={groups.every(({ choices }) => choices.length === 0)}
      className={plain ? "btn plain" : isActive ? "chip on" : "chip"}
    >
      {icon && <Icon of={icon} small />}
      <bdi className="cut">{children}</bdi>
      {!plain && <Icon of={DownIcon} small />}
    </Button>
    <Popover className="pop menu-pop" placement={plain ? "bottom end" : "bottom start"} offset={4}>
      <BackCloses />
      <Menu className="menu" aria-label={label}>
        {groups.map((group, index) => (
          <Fragment key={group.id}>
            {index > 0 && <Separator className="sep" />}
            <Group group={group} />
          </Fragment>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
)

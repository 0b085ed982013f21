import Gdk from "gi://Gdk?version=3.0"

/** Where the window opens: as it was the last time, on the screens that are there now. */

/** So much of it must be on a screen, or a person could not take hold of it. */
const HOLD = 80

const areas = () => {
  const display = Gdk.Display.get_default()
  const first = display.get_primary_monitor()
  const all = Array.from({ length: display.get_n_monitors() }, (_, index) => display.get_monitor(index))
  return (first === null ? all : [first, ...all]).map((monitor) => monitor.get_workarea())
}

/** Without `x` and `y` where it had none, or its screen is gone; no larger than the screen. */
export const placeOf = ({ x, y, width, height }) => {
  const screens = areas()
  const isHeldBy = (area) =>
    x + width - HOLD >= area.x &&
    x + HOLD <= area.x + area.width &&
    y >= area.y - HOLD / 2 &&
    y + HOLD <= area.y + area.height
  const its = x === undefined ? undefined : screens.find(isHeldBy)
  const room = its ?? screens[0]
  return {
    ...(its !== undefined && { x, y }),
    width: Math.min(width, room?.width ?? width),
    height: Math.min(height, room?.height ?? height),
  }
}

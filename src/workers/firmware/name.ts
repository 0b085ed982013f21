/** The worker's database. The page asks whether it is there, and never opens it. */
export const IMAGES_DATABASE = "sightline.firmware"

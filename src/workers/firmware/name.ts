/** The worker's database. The page checks that it exists, and never opens it. */
export const IMAGES_DATABASE = "sightline.firmware"

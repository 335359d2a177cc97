const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']

/** Whether pages show that media type in an `img` element, where it runs nothing, SVG included. */
export const isPicture = (mediaType: string): boolean => pictures.includes(mediaType.toLowerCase())

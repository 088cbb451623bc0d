/** The thread that draws PDF documents, started by render.ts. Piscina calls the default export. */
import { drawPdf } from './draw.tsx'

export default drawPdf

import { NotFound } from '../../ui/not-found.tsx'

export default NotFound

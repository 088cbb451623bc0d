import { Skeleton } from '../../ui/skeleton.tsx'

export default Skeleton

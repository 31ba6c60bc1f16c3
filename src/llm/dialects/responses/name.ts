/** The dialect's name: in the list, in extras, in opaque parts. */
export const NAME = "responses";

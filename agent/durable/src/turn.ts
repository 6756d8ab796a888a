export * from "@toolwright/store/turn";

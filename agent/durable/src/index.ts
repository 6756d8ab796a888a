export * from "@toolwright/store";

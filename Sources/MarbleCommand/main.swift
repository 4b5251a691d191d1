import MarbleCommandLine

MarbleTool.main()
